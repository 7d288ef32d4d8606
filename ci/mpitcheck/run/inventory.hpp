// SPDX-License-Identifier: BSD-3-Clause
// What a target exposes, as its bin/inventory prints it: everything in it stems from the target.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/judge/model.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"
#include "conformance/harness/calls/deadly_call.hpp"

namespace mpitcheck {

/// The outcome of running bin/inventory: the object, or why there is none.
struct Inventory {
  std::optional<nlohmann::json> content;
  std::string problem;
};

/// Reads the outcome. A program that died after it printed a whole object still counts.
Inventory parse_inventory(const Outcome& outcome);

/// The calls that end the process or never return, as the inventory's survey found them.
std::vector<DeadlyCall> deadly_calls(const nlohmann::json& inventory);

/// Runs the inventory program of the one tree; throws UserError if there is no inventory.
nlohmann::json take_inventory(const RunOptions& options);

Counts count(const nlohmann::json& inventory);

/// The objects that have a name, by kind and then in their order.
std::vector<NamedObject> named_objects(const nlohmann::json& inventory);

/// For people: every object and its properties, escaped.
std::string inventory_text(const nlohmann::json& inventory);

/// `mpitcheck inventory`: prints to stdout, returns the exit code.
int show_inventory(const RunOptions& options, bool as_json);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The only oracle of the grid: what is expected of a call, of its outputs, and of the interface
// after it.
#pragma once

#include <optional>
#include <string>

#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// An expectation of a call, and how the library deviates from it.
struct Judgement {
  int code;                    // of the call
  std::optional<Clause> rule;  // the rule behind the expectation; empty: that of the cell
  std::string subject;
  std::optional<Fact> wrong;  // empty: the expectation holds
};

/// Prepares and makes the call of a cell, and passes each expectation to `check`. A query that
/// succeeds is repeated with good arguments and compared. Handles and sessions are left to the end
/// of the process. Throws CannotGoOn if an object is missing, and whatever calls and `check` throw.
void judge_call(const Cell& cell, const State& state, const Objects& objects,
                FunctionRef<void(const Judgement&)> check);

/// A call that succeeds while the interface responds as initialized. Returns what is wrong, or
/// nothing.
std::optional<Fact> wrong_response();

}  // namespace mpitcheck::grid

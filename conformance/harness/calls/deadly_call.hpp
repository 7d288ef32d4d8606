// SPDX-License-Identifier: BSD-3-Clause
// A call that ends the process or hangs. The survey writes it, the runner reads it, and test
// processes receive it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mpitcheck/records.hpp"

namespace mpitcheck {

/// A call that ends the process or hangs.
struct DeadlyCall {
  std::string function = {};  // "MPI_T_cvar_get_info"; stands for the profiling twin too
  int object = no_object;     // number of the object (conformance/harness/calls/object.hpp)
  std::string how = {};       // "SIGSEGV", "exit status 1", never_returns

  bool operator==(const DeadlyCall&) const = default;
  [[nodiscard]] bool hangs() const;
  /// "MPI_T_cvar_get_info of number 17"
  [[nodiscard]] std::string label() const;
  /// "ends the process (SIGSEGV)" or "does not return".
  [[nodiscard]] std::string end() const;
  /// label() and end().
  [[nodiscard]] std::string text() const;
};

/// The text form of a list: one call per line. The parser ignores lines that are not calls.
std::string quarantine_text(const std::vector<DeadlyCall>& calls);
std::vector<DeadlyCall> parse_quarantine(std::string_view text);

/// The JSON form: "function", "how", and "object" unless it is no_object.
void to_json(nlohmann::json& out, const DeadlyCall& call);

}  // namespace mpitcheck

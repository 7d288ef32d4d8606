// SPDX-License-Identifier: BSD-3-Clause
// The operations on which most tests depend: reading texts, listing, look-up, allocation, reading
// values. The survey tries each (conformance/harness/survey/foundations.cpp) before the first test.
// The runner passes the failing ones to the tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// A foundation that does not work.
struct Foundation {
  std::string name;  // "handles of cvars"
  // The kind of object that tests lack without it, in the words of Test::missing: "cvar". May be
  // empty.
  std::string kind;
  std::string how;     // "MPI_T_ERR_INVALID (40 of 40)"
  std::string clause;  // the rule that it breaks; only this rule is charged
  // The function that refuses. Empty if there are several, or if none refuses.
  std::string function;
  std::string code;  // the code of the refusal

  [[nodiscard]] std::string label() const { return name + ": " + how + ", see " + clause; }
};

/// The name of the foundation that is about lengths of texts.
inline constexpr std::string_view lengths_foundation = "lengths of texts";

/// All foundations that do not work, from the file of habits (replay.hpp), which is read once.
/// Empty without a survey.
const std::vector<Foundation>& broken_foundations();
bool is_broken_foundation(std::string_view name);
/// The broken foundation that may explain `missing`, the words of Test::missing; null if none does.
const Foundation* foundation_of(std::string_view missing);

/// The broken foundation whose function refuses everything with that code; null if there is none.
/// Only its own clause is charged with such refusals.
const Foundation* foundation_refusing(std::string_view function, std::string_view code);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// What tests rest on: reading texts, listing, looking up, opening, reading. The survey looks at
// each (survey/foundations.cpp) before the first test, and the runner tells tests what does not
// work.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// One that does not work.
struct Foundation {
  std::string name;      // "handles of cvars"
  std::string kind;      // what tests lack without it, as they call it: "cvar"; empty: nothing
  std::string how;       // "MPI_T_ERR_INVALID (40 of 40)"
  std::string clause;    // the rule that it breaks, whose finding it is
  std::string function;  // that refuses; empty: several, or it does not refuse
  std::string code;      // that it refuses with

  [[nodiscard]] std::string label() const { return name + ": " + how + ", see " + clause; }
};

/// Names that several places need.
inline constexpr std::string_view lengths_foundation = "lengths of texts";

/// All that do not work, from the file of habits (again.hpp); none where nobody looked.
const std::vector<Foundation>& broken_foundations();
bool is_broken_foundation(std::string_view name);
/// One that may be why something is missing; null: there is none.
const Foundation* foundation_of(std::string_view missing);

/// One whose function refuses everything with that code: a refusal is then a matter of its clause
/// alone, whatever was tried. Null: there is none.
const Foundation* foundation_refusing(std::string_view function, std::string_view code);

}  // namespace mpitcheck

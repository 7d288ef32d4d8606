// SPDX-License-Identifier: BSD-3-Clause
// What good arguments of a state's cells are about.
#pragma once

#include <array>
#include <span>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// One of each kind that can be used without an object of MPI, by its index; -1: there is none.
struct Objects {
  int cvar = -1, pvar = -1, category = -1, event = -1, source = -1;
  int enum_of_cvar = -1, enum_of_pvar = -1;  // variables with an enumeration
};

/// Finds them in forked children, so that a variable that kills costs nothing but itself.
Objects find_objects();

/// How many there are of what the role's index is of, but for items.
int number_of(Role role);

/// The functions that say how many there are, and the clauses by which there are never fewer.
struct Counter {
  std::string_view function;
  const Function<int(int*)>& count;
  Clause only_grows;
};
std::span<const Counter> counters();

/// What the counters answer in a forked child; 0 where one is lacking or fails.
using Numbers = std::array<int, 5>;
Numbers numbers_now();

/// The name of the object that the function looks up by name, or nothing.
std::string name_for(std::string_view function, const Objects& objects);
/// Whether an object of that kind has the name; `var_class` counts for pvars alone.
bool has_name(std::string_view function, const std::string& name, int var_class);

}  // namespace mpitcheck::grid

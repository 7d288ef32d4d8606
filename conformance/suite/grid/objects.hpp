// SPDX-License-Identifier: BSD-3-Clause
// The objects of a state's good arguments.
#pragma once

#include <array>
#include <span>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// The index of one object of each kind that needs no MPI object; -1: none.
struct Objects {
  int cvar = -1, pvar = -1, category = -1, event = -1, source = -1;
  int enum_of_cvar = -1, enum_of_pvar = -1;  // variables with an enumeration
};

/// Finds them in forked children, so that a variable that crashes the process affects only itself.
Objects find_objects();

/// The number of objects that the role's index selects from, except for items.
int number_of(Role role);

/// The functions that count objects, and the clauses that forbid a decrease.
struct Counter {
  std::string_view function;
  const Function<int(int*)>& count;
  Clause only_grows;
};
std::span<const Counter> counters();

/// The results of the counters in a forked child; 0 if one is missing or fails.
using Numbers = std::array<int, 5>;
Numbers numbers_now();

/// The name of the object that the function looks up by name, or nothing.
std::string name_for(std::string_view function, const Objects& objects);
/// Whether an object of that kind has the name; `var_class` is for pvars only.
bool has_name(std::string_view function, const std::string& name, int var_class);

}  // namespace mpitcheck::grid

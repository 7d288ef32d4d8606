// SPDX-License-Identifier: BSD-3-Clause
// The objects of a state's good arguments.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// The index of one object of each kind that needs no MPI object; -1: none.
struct Objects {
  int cvar = -1, pvar = -1, category = -1, event = -1, source = -1;
  int enum_of_cvar = -1, enum_of_pvar = -1;  // variables with an enumeration
};

/// Finds them in forked children, so that a variable that crashes the process affects only itself.
/// There are none while the interface is not initialized.
Objects find_objects(const State& state);

/// The number of objects that the role's index selects from, except for items.
int number_of(Role role);

/// The number of objects by the function that returns it.
using Numbers = std::map<std::string_view, int>;
/// The numbers in a forked child; 0 if a function is missing or fails.
Numbers numbers_now();

/// The name of the object that the function looks up by name, or nothing.
std::string name_for(std::string_view function, const Objects& objects);
/// Whether an object of that kind has the name; `var_class` is for pvars only.
bool has_name(std::string_view function, const std::string& name, int var_class);

}  // namespace mpitcheck::grid

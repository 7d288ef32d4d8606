// SPDX-License-Identifier: BSD-3-Clause
// Selects objects for tests that are too expensive to run on all of them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck {

/// Selects from the indices 0 to `number` - 1: all, or between `most` and twice as many, evenly
/// spread, with the first and the last. `most` must be at least 2.
std::vector<int> evenly_spread(int number, int most);

/// The objects with those indices in `all`.
template <class Object>
std::vector<Object> evenly_spread(const std::vector<Object>& all, int most) {
  std::vector<Object> some;
  for (const int i : evenly_spread(static_cast<int>(all.size()), most)) {
    some.push_back(all[static_cast<std::size_t>(i)]);
  }
  return some;
}

/// The properties that a variable shares with others of its kind: datatype, binding, enumeration,
/// several elements, and scope, or class and flags. A handle is allocated for the number of
/// elements.
std::vector<std::string> kinds_of(const CvarInfo& cvar);
std::vector<std::string> kinds_of(const PvarInfo& pvar);

/// Selects the first and the last variable, and one of each further kind. Allocates a handle of
/// each.
template <class Variable>
std::vector<Variable> one_of_each_kind(const std::vector<Variable>& variables) {
  std::vector<Variable> chosen;
  std::set<std::string> known;
  const auto add = [&](const Variable& variable, bool is_wanted) {
    for (const std::string& kind : kinds_of(variable)) {
      if (known.insert(kind).second) is_wanted = true;
    }
    if (is_wanted) chosen.push_back(variable);
  };
  if (variables.empty()) return chosen;
  add(variables.front(), true);
  if (variables.size() > 1) add(variables.back(), true);
  for (const Variable& variable : variables) add(variable, false);
  return chosen;
}

}  // namespace mpitcheck

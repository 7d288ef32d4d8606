// SPDX-License-Identifier: BSD-3-Clause
// Faults of the members of categories: lists that differ from those of the MPI.
#pragma once

#include <algorithm>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {

using Members = std::vector<int>;
using MemberQuery = int (*)(int category, int len, int* indices);

/// The members that the MPI lists.
template <MemberQuery Interface::*query>
Members members_of(int category) {
  int cvars = 0, pvars = 0, categories = 0, events = 0;
  real.MPI_T_category_get_info(category, nullptr, nullptr, nullptr, nullptr, &cvars, &pvars,
                               &categories);
  if (real.MPI_T_category_get_num_events != nullptr) {
    real.MPI_T_category_get_num_events(category, &events);
  }
  constexpr int untouched = -4711;
  Members members(static_cast<std::size_t>(std::max({cvars, pvars, categories, events})),
                  untouched);
  (real.*query)(category, static_cast<int>(members.size()), members.data());
  members.erase(std::find(members.begin(), members.end(), untouched), members.end());
  return members;
}

inline Members cvars_in(int category) {
  return members_of<&Interface::MPI_T_category_get_cvars>(category);
}
inline Members pvars_in(int category) {
  return members_of<&Interface::MPI_T_category_get_pvars>(category);
}
inline Members categories_in(int category) {
  return members_of<&Interface::MPI_T_category_get_categories>(category);
}
inline Members events_in(int category) {
  return members_of<&Interface::MPI_T_category_get_events>(category);
}
inline int count_of(const Members& members) { return static_cast<int>(members.size()); }

/// Returns `members` as the standard requires.
inline void return_members(const Members& members, int len, int* indices) {
  const auto count = std::min<std::size_t>(members.size(), static_cast<std::size_t>(len));
  std::copy_n(members.begin(), count, indices);
}

/// In a row: replaces the lists of `function` by what the statements make of `members`. Counts are
/// unchanged.
#define MPITCHECK_MEMBERS_OF(function, ...)                        \
  MPITCHECK_REPLACE(function) {                                    \
    const int code = real.function(cat_index, 0, indices);         \
    if (code != MPI_SUCCESS) return code;                          \
    Members members = members_of<&Interface::function>(cat_index); \
    __VA_ARGS__;                                                   \
    return_members(members, len, indices);                         \
    return MPI_SUCCESS;                                            \
  }
#define MPITCHECK_MEMBERS(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_MEMBERS_OF(function, __VA_ARGS__))

}  // namespace mpitcheck::faults

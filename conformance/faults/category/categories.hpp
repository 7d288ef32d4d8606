// SPDX-License-Identifier: BSD-3-Clause
// Faults of the members of categories: lists that are not those of the MPI.
#pragma once

#include <algorithm>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {

using Members = std::vector<int>;
using MemberQuery = int (*)(int category, int len, int* indices);

/// What MPI_T_category_get_info was given for its counts; each may be null.
struct CategoryReply {
  int index;
  int *cvars, *pvars, *categories;
};

/// Lets `spoil(reply)` change each successful answer of MPI_T_category_get_info.
template <class Spoil>
void spoil_category_info(Interface& mpi, Spoil) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   int* cvars, int* pvars, int* categories) {
    const int code = real.MPI_T_category_get_info(index, name, name_len, desc, desc_len, cvars,
                                                  pvars, categories);
    if (code == MPI_SUCCESS) Spoil{}(CategoryReply{index, cvars, pvars, categories});
    return code;
  };
}

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

/// Returns `members` as the standard demands.
inline void return_members(const Members& members, int len, int* indices) {
  const auto count = std::min<std::size_t>(members.size(), static_cast<std::size_t>(len));
  std::copy_n(members.begin(), count, indices);
}

/// The lists of `query` are what `change(category, members)` makes of them; counts are left alone.
template <auto query, class Change>
void change_members(Interface& mpi, Change) {
  mpi.*query = [](int category, int len, int* indices) {
    const int code = (real.*query)(category, 0, indices);
    if (code != MPI_SUCCESS) return code;
    Members members = members_of<query>(category);
    Change{}(category, members);
    return_members(members, len, indices);
    return MPI_SUCCESS;
  };
}

/// Lets `spoil(category, len, indices, count)` write after each successful query; `count` is the
/// number of members.
template <auto query, class Spoil>
void spoil_members(Interface& mpi, Spoil) {
  mpi.*query = [](int category, int len, int* indices) {
    const int code = (real.*query)(category, len, indices);
    const int count = static_cast<int>(members_of<query>(category).size());
    if (code == MPI_SUCCESS) Spoil{}(category, len, indices, count);
    return code;
  };
}

}  // namespace mpitcheck::faults

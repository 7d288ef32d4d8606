// SPDX-License-Identifier: BSD-3-Clause
// Members of categories: the four kinds alike, and snapshots of all categories to compare.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/variables.hpp"

namespace mpitcheck {

/// One kind of member: how many a category says it has, and the function that lists them.
struct MemberKind {
  std::string_view name;  // "cvars", "pvars", "categories", "events"
  std::function<int(const CategoryInfo& category)> count;       // -1 if the query fails
  std::function<int(int category, int len, int* indices)> get;  // returns the code
  std::function<int()> total;                                   // how many of the kind exist in all
};

/// The kinds that the target's functions know.
const std::vector<MemberKind>& member_kinds();

/// What one member query wrote into an array of `len` entries and behind it.
struct MemberRead {
  MemberRead(const MemberKind& kind, const CategoryInfo& category, int array_length);

  int len;
  int code;
  std::vector<int> entries;  // written from the beginning of the array on
  bool rest_untouched;       // no other entry was written, nor anything behind the array

  [[nodiscard]] std::string label() const;  // MPI_SUCCESS, {1, 2, 3}
};

/// The complete list of members; empty if the query fails.
std::vector<int> members_of(const MemberKind& kind, const CategoryInfo& category);

/// All categories with all their members.
struct CategorySnapshot {
  struct Entry {
    CategoryInfo info;
    std::vector<std::vector<int>> members;  // in the order of member_kinds()
  };
  int number = 0;                 // that MPI_T_category_get_num reports
  std::vector<Entry> categories;  // those that can be queried

  static CategorySnapshot take();
  [[nodiscard]] const Entry* find(int index) const;
  /// "category 3 "x": cvars were 5, are 6", or empty if both are the same.
  [[nodiscard]] std::string first_difference(const CategorySnapshot& later) const;
};

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Members of categories: the four kinds alike, and snapshots of all categories to compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;
template <class Signature>
class Function;

/// One kind of member: how many a category says it has, and the function that lists them.
struct MemberKind {
  std::string_view name;     // "cvars", "pvars", "categories", "events"
  Answer counted;            // what tells how many there are
  int CategoryInfo::*known;  // returned with everything else of the category; null: asked for apart
  const Function<int(int, int, int*)>* getter;
  Answer listed;   // what tells how many of the kind exist in all
  int (*total)();  // how many these are

  /// Both return the code.
  int ask(const CategoryInfo& category, int* count) const;
  int get(int category, int len, int* indices) const;
  /// -1 if the query fails.
  [[nodiscard]] int count(const CategoryInfo& category) const;
};

/// The kinds that the target's functions know.
const std::vector<MemberKind>& member_kinds();

/// What one member query wrote into an array of `len` entries and behind it.
struct MemberRead {
  MemberRead(const MemberKind& kind, const CategoryInfo& category, int array_length);

  int len;
  int code;
  std::vector<int> entries;  // written from the beginning of the array on
  int extent;                // entries up to the last one written, behind the array too

  /// That `entries` are so many.
  [[nodiscard]] auto has(int count) const {
    const auto written = static_cast<int>(entries.size());
    return number_is(written == count, "extent(indices)", extent != count ? extent : written,
                     Relation::one_of, count);
  }
  /// That no entry behind the first `count` was written.
  [[nodiscard]] auto ends_at(int count) const { return at_most("extent(indices)", extent, count); }
  /// That an entry is that.
  [[nodiscard]] auto has_entry(std::size_t place, int wanted) const {
    return equals(join("indices[", place, "]"), entries[place], wanted);
  }
};

/// The complete list of members, whatever they are; empty if the query fails.
std::vector<int> listed_members(const MemberKind& kind, const CategoryInfo& category);
/// Whether each of them exists.
bool all_exist(const MemberKind& kind, const std::vector<int>& members);
/// The complete list; empty if the query fails or lists one that does not exist: such a list breaks
/// category-members-usable alone, and nobody follows it.
std::vector<int> members_of(const MemberKind& kind, const CategoryInfo& category);

/// Checks that an array with room to spare got all members, as they were listed before, and nothing
/// behind them.
void check_complete(Test& t, Clause rule, const Subject& subject, const MemberRead& read,
                    const std::vector<int>& all);
/// Checks that an array that is too short for all members was filled with some of them, each as
/// often as in the full list.
void check_filled(Test& t, Clause rule, const Subject& subject, const MemberKind& kind,
                  const MemberRead& read, const std::vector<int>& all);

/// All categories with all their members.
struct CategorySnapshot {
  struct Entry {
    CategoryInfo info;
    std::vector<std::vector<int>> members;  // in the order of member_kinds(); not of what is held
  };
  int number = 0;                 // that MPI_T_category_get_num reports
  std::vector<Entry> categories;  // those that can be queried

  static CategorySnapshot take();
  [[nodiscard]] const Entry* find(int index) const;
  /// "category 3 "x": cvars were 5, are 6", or empty if both are the same.
  [[nodiscard]] std::string first_difference(const CategorySnapshot& later) const;
};

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Members of categories: one form for the four kinds, and snapshots of all categories to compare.
#pragma once

#include <algorithm>
#include <cstddef>
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

/// One kind of member: its number in a category, and the function that lists them.
struct MemberKind {
  std::string_view name;     // "cvars", "pvars", "categories", "events"
  Answer counted;            // the answer with their number
  int CategoryInfo::*known;  // member of CategoryInfo; null: needs a query of its own
  const Function<int(int, int, int*)>* getter;
  Answer listed;  // the answer with the number of all objects of the kind
  const Function<int(int*)>* get_num;

  /// Query the number of members, and the members. Both return the code.
  int ask(const CategoryInfo& category, int* count) const;
  int get(int category, int len, int* indices) const;
  /// The number of members; -1 if the query fails.
  [[nodiscard]] int count(const CategoryInfo& category) const;
  /// The number of all objects of the kind; -1 if the query fails.
  [[nodiscard]] int total() const;
};

/// The kinds for which the target has functions.
const std::vector<MemberKind>& member_kinds();

/// The result of one member query: an array of `len` entries and the bytes after it.
struct MemberRead {
  MemberRead(const MemberKind& kind, const CategoryInfo& category, int array_length);

  int len;
  int code;
  std::vector<int> entries;  // the entries at the beginning of the array that were written
  int extent;                // entries up to the last one written, beyond the array too

  /// For Test::check: `entries` has this number of entries.
  [[nodiscard]] auto has(int count) const {
    const auto written = static_cast<int>(entries.size());
    return equals("extent(indices)", written == count || extent == count ? written : extent, count);
  }
  /// For Test::check: no entry after the first `count` was written.
  [[nodiscard]] auto ends_at(int count) const { return at_most("extent(indices)", extent, count); }
  /// For Test::check: an entry has this value.
  [[nodiscard]] auto has_entry(std::size_t place, int wanted) const {
    return equals(join("indices[", place, "]"), entries[place], wanted);
  }
};

/// For Test::check: no entry before this one has the same value.
inline auto is_new_entry(const std::vector<int>& entries, std::size_t place) {
  const auto first = std::ranges::find(entries, entries[place]);
  const auto number = static_cast<std::size_t>(first - entries.begin());
  return differs(join("indices[", place, "]"), entries[place], *first)
      .unless(number == place)
      .as_in(join("indices[", number, "]"));
}

/// The complete list of members, valid or not; empty if the query fails.
std::vector<int> listed_members(const MemberKind& kind, const CategoryInfo& category);
/// Whether each member exists.
bool all_exist(const MemberKind& kind, const std::vector<int>& members);
/// The complete list; empty if the query fails or a member does not exist. A list with such a
/// member breaks only category-members-usable.
std::vector<int> members_of(const MemberKind& kind, const CategoryInfo& category);

/// Checks that an array with spare room received all members, as listed before, and that nothing
/// after them was written.
void check_complete(Test& t, Clause rule, const Subject& subject, const MemberRead& read,
                    const std::vector<int>& all);
/// Checks that an array that is too short for all members was filled with some of them, none more
/// often than in the full list.
void check_filled(Test& t, Clause rule, const Subject& subject, const MemberKind& kind,
                  const MemberRead& read, const std::vector<int>& all);

/// All categories with all their members.
struct CategorySnapshot {
  struct Entry {
    CategoryInfo info;
    std::vector<std::vector<int>> members;  // in the order of member_kinds(), without quarantine
  };
  int number = 0;                 // as MPI_T_category_get_num reports it
  std::vector<Entry> categories;  // those that can be queried

  /// Reads all categories now.
  static CategorySnapshot take();
  [[nodiscard]] const Entry* find(int index) const;
  /// "category 3 "x": cvars were 5, are 6", or empty if both are the same.
  [[nodiscard]] std::string first_difference(const CategorySnapshot& later) const;
};

}  // namespace mpitcheck

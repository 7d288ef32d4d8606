// SPDX-License-Identifier: BSD-3-Clause
// Members of categories: counts, arrays too short and too long, indices, cycles.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int spare_members = 16;

auto subject_of(const MemberKind& kind, const CategoryInfo& category) {
  return [&kind, &category] { return join(kind.name, " of ", category.label()); };
}

auto subject_with(const MemberKind& kind, const CategoryInfo& category, int len) {
  return [&kind, &category, len] {
    return join(kind.name, " of ", category.label(), " with len = ", len);
  };
}

template <class Look>
void each_list(Test& t, const Look& look) {
  const std::vector<CategoryInfo> categories = read_categories();
  if (categories.empty()) t.missing("a category");
  for (const CategoryInfo& category : categories) {
    for (const MemberKind& kind : member_kinds()) look(kind, category);
  }
}

// Lengths below `count` that are worth a test.
std::set<int> shorter_than(int count) {
  std::set<int> lengths;
  for (const int len : {0, 1, count / 2, count - 1}) {
    if (len >= 0 && len < count) lengths.insert(len);
  }
  return lengths;
}

const MemberKind& sub_categories() {
  return *std::find_if(member_kinds().begin(), member_kinds().end(),
                       [](const MemberKind& kind) { return kind.name == "categories"; });
}

// Follows sub-categories from `index`. Returns true if the path leads back to a category on it; the
// path then ends with that category.
bool finds_cycle(int index, std::vector<int>& on_the_way, std::set<int>& done) {
  const bool was_here = std::find(on_the_way.begin(), on_the_way.end(), index) != on_the_way.end();
  if (was_here) on_the_way.push_back(index);
  if (was_here) return true;
  if (!done.insert(index).second) return false;
  const auto category = read_category(index);
  if (!category) return false;
  on_the_way.push_back(index);
  for (const int below : members_of(sub_categories(), *category)) {
    if (finds_cycle(below, on_the_way, done)) return true;
  }
  on_the_way.pop_back();
  return false;
}

}  // namespace

MPITCHECK_TEST("category.members.counts",
               "The numbers of members that a category reports match its lists.",
               cites(clause::category_info_counts, clause::category_num_events),
               needs::each_phase) {
  each_list(t, [&t](const MemberKind& kind, const CategoryInfo& category) {
    const Clause rule =
        kind.name == "events" ? clause::category_num_events : clause::category_info_counts;
    const auto subject = subject_of(kind, category);
    int count = -1;
    if (!t.check_code(rule, subject, kind.ask(category, &count), {MPI_SUCCESS})) return;
    if (!t.check(rule, subject,
                 at_least(kind.counted.output, count, 0).of(kind.counted.function))) {
      return;
    }
    const MemberRead read(kind, category, count + spare_members);
    if (!t.check_code(rule, subject, read.code, {MPI_SUCCESS})) return;
    t.check(rule, subject, read.has(count).as_in(kind.counted));
  });
}

MPITCHECK_TEST(
    "category.members.at-most-len",
    "A member query writes at most len entries from the beginning, and none if len is 0.",
    cites(clause::category_members_at_most_len), needs::each_phase) {
  each_list(t, [&t](const MemberKind& kind, const CategoryInfo& category) {
    const int count = std::max(kind.count(category), 0);
    std::set<int> lengths = shorter_than(count);
    lengths.merge(std::set{0, count});
    for (const int len : lengths) {
      const MemberRead read(kind, category, len);
      constexpr Clause rule = clause::category_members_at_most_len;
      const auto subject = subject_with(kind, category, len);
      if (!t.check_code(rule, subject, read.code, {MPI_SUCCESS})) continue;
      if (!t.check(rule, subject, read.ends_at(len).as_in("len"))) continue;
      const auto written = static_cast<int>(read.entries.size());
      t.check(rule, subject, at_least("entries from the first on", written, read.extent));
    }
  });
}

MPITCHECK_TEST("category.members.short-array",
               "A short array is filled with members, each at most as often as in the full list.",
               cites(clause::category_members_short_array), needs::each_phase) {
  t.missing("a category with members");
  bool first_ones = true;
  bool any = false;
  each_list(t, [&](const MemberKind& kind, const CategoryInfo& category) {
    const std::vector<int> all = members_of(kind, category);
    for (const int len : shorter_than(static_cast<int>(all.size()))) {
      const MemberRead read(kind, category, len);
      any = true;
      first_ones = first_ones && std::equal(read.entries.begin(), read.entries.end(), all.begin());
      check_filled(t, clause::category_members_short_array, subject_with(kind, category, len), kind,
                   read, all);
    }
  });
  if (any) {
    t.behaviour(clause::category_members_short_array, "members-in-short-array",
                first_ones ? "the first of the full list" : "others");
  }
}

MPITCHECK_TEST("category.members.long-array",
               "An array with spare room starts with all members, and the rest is untouched.",
               cites(clause::category_members_long_array), needs::each_phase) {
  each_list(t, [&t](const MemberKind& kind, const CategoryInfo& category) {
    const int count = std::max(kind.count(category), 0);
    const std::vector<int> all = listed_members(kind, category);
    if (!all_exist(kind, all)) return;
    for (const int more : {1, spare_members}) {
      const MemberRead read(kind, category, count + more);
      check_complete(t, clause::category_members_long_array, subject_of(kind, category), read, all);
    }
  });
}

MPITCHECK_TEST("category.members.usable",
               "Member indices denote existing cvars, pvars, categories and event types.",
               cites(clause::category_members_usable), needs::each_phase) {
  t.missing("a category with members");
  each_list(t, [&t](const MemberKind& kind, const CategoryInfo& category) {
    const int total = kind.total();
    if (total < 0) return t.missing(join("the number of all ", kind.name));
    std::size_t place = 0;
    for (const int member : listed_members(kind, category)) {
      constexpr Clause rule = clause::category_members_usable;
      const auto subject = subject_of(kind, category);
      const std::string output = join("indices[", place++, "]");
      if (!t.check(rule, subject, at_least(output, member, 0))) continue;
      t.check(rule, subject, below(output, member, total).as_in(kind.listed));
    }
  });
}

MPITCHECK_TEST("category.members.no-cycles", "No category contains itself, directly or indirectly.",
               cites(clause::category_no_cycles), needs::each_phase) {
  for (const CategoryInfo& category : read_categories()) {
    std::vector<int> on_the_way;
    std::set<int> done;
    constexpr Clause rule = clause::category_no_cycles;
    const bool leads_back = finds_cycle(category.index, on_the_way, done);
    const std::size_t steps = on_the_way.size();
    if (leads_back && on_the_way[steps - 1] == on_the_way[steps - 2]) {
      const CategoryInfo itself = *read_category(on_the_way.back());
      const std::vector<int> members = members_of(sub_categories(), itself);
      const auto place = std::find(members.begin(), members.end(), itself.index) - members.begin();
      t.check(rule, category,
              differs(join("indices[", place, "]"), itself.index, itself.index).as_in("cat_index"));
      continue;
    }
    if (!leads_back) {
      t.examined(rule, 1);
      continue;
    }
    const auto subject = [&] {
      std::string way;
      for (const int index : on_the_way) {
        way += join(way.empty() ? ", by way of categories " : ", then ", index);
      }
      return category.label() + way;
    };
    const int again = on_the_way.back();
    t.check(rule, subject, differs("indices[*]", again, again).of("MPI_T_category_get_categories"));
  }
}

}  // namespace mpitcheck

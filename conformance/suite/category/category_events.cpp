// SPDX-License-Identifier: BSD-3-Clause
// Event types as members of categories.
#include <algorithm>
#include <array>
#include <climits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int spare = 3;

const MemberKind& events_kind() {
  for (const MemberKind& kind : member_kinds()) {
    if (kind.name == "events") return kind;
  }
  throw CannotGoOn("event types in categories");
}

std::vector<CategoryInfo> categories_of(Test& t) {
  std::vector<CategoryInfo> categories = read_categories();
  if (categories.empty()) t.missing("a category");
  return categories;
}

}  // namespace

MPITCHECK_TEST("category-events.members.list",
               "A category lists as many event types as it reports, each of them once.",
               cites(clause::category_num_events, clause::event_category_list), needs::each_phase) {
  const MemberKind& kind = events_kind();
  for (const CategoryInfo& category : categories_of(t)) {
    int count = -1;
    if (t.check_code(clause::category_num_events, category, kind.ask(category, &count),
                     {MPI_SUCCESS})) {
      t.check(clause::category_num_events, category, at_least("num_events", count, 0));
    }
    constexpr Clause rule = clause::event_category_list;
    const int total = kind.total();
    const MemberRead read(kind, category, std::max(count, 0));
    const bool readable = read.code == MPI_SUCCESS;
    const std::vector<int> members = readable ? read.entries : std::vector<int>{};
    if (readable && count >= 0) {
      t.check(rule, category, read.has(count).as_in(kind.counted));
    } else if (count > 0) {
      t.check(rule, category, is_code(read.code, {MPI_SUCCESS}));
    } else if (count == 0) {
      t.examined(rule, 1);
    } else {
      t.check(rule, category, at_least(kind.counted.output, count, 0).of(kind.counted.function));
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto subject = [&] { return join("event ", members[i], " of ", category.label()); };
      constexpr std::string_view function = "MPI_T_category_get_events";
      t.check(rule, subject, is_new_entry(members, i).of(function));
      const std::string output = join("indices[", i, "]");
      if (t.check(rule, subject, at_least(output, members[i], 0).of(function)) && total >= 0 &&
          t.check(rule, subject,
                  below(output, members[i], total).of(function).as_in(kind.listed))) {
        t.check_code(rule, subject, query_event(members[i]), {MPI_SUCCESS});
      }
    }
  }
}

MPITCHECK_TEST("category-events.members.lengths",
               "The array is filled up to len, or up to the number of members if that is less.",
               cites(clause::category_members_at_most_len, clause::category_members_short_array,
                     clause::category_members_long_array),
               needs::each_phase) {
  const MemberKind& kind = events_kind();
  for (const CategoryInfo& category : categories_of(t)) {
    const std::vector<int> all = listed_members(kind, category);
    if (!all_exist(kind, all)) continue;
    const auto count = static_cast<int>(all.size());
    for (const int len : std::set<int>{0, std::min(1, count), count / 2, std::max(count - 1, 0)}) {
      const auto subject = [&] { return join(category.label(), " with len = ", len); };
      const MemberRead read(kind, category, len);
      if (t.check(clause::category_members_at_most_len, subject, read.ends_at(len).as_in("len"))) {
        check_filled(t, clause::category_members_short_array, subject, kind, read, all);
      }
    }
    const MemberRead long_read(kind, category, count + spare);
    check_complete(
        t, clause::category_members_long_array, [&] { return category.label(); }, long_read, all);
  }
}

MPITCHECK_TEST("category-events.errors.invalid-index",
               "A category index that does not exist is refused as invalid.",
               cites(clause::event_category_invalid_index), needs::each_phase) {
  const int count = category_num();
  const std::array wrong{std::to_string(count), std::string("-1"), std::to_string(INT_MAX)};
  t.each_isolated(clause::event_category_invalid_index, wrong, [&](const std::string& index) {
    noting_what_is_missing(t, [&] {
      int number = 0;
      std::array<int, 4> members{};
      const std::string subject = "category " + index;
      t.check_code(clause::event_category_invalid_index, subject,
                   call::MPI_T_category_get_num_events(std::stoi(index), &number),
                   {MPI_T_ERR_INVALID_INDEX});
      t.check_code(clause::event_category_invalid_index, subject,
                   call::MPI_T_category_get_events(std::stoi(index), 4, members.data()),
                   {MPI_T_ERR_INVALID_INDEX});
    });
  });
}

}  // namespace mpitcheck

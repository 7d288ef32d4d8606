// SPDX-License-Identifier: BSD-3-Clause
// Categories: their number, names, descriptions and name look-up.
#include <array>
#include <climits>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/named.hpp"

namespace mpitcheck {
namespace {

int query(int index) { return query_code<CategoryInfo>(index); }

// A routine that is called with a category index that does not exist.
struct BadCall {
  std::string routine;
  int index;
  std::function<int(int index)> make;
  [[nodiscard]] std::string label() const { return join(routine, " of category index ", index); }
};

std::vector<BadCall> bad_calls() {
  std::vector<BadCall> calls;
  for (const int index : {-1, category_num(), INT_MAX}) {
    calls.push_back({"the info query", index, &query});
    for (const MemberKind& kind : member_kinds()) {
      calls.push_back({join("the query for ", kind.name), index, [&kind](int wrong) {
                         std::array<int, 4> indices{};
                         return kind.get(wrong, 4, indices.data());
                       }});
    }
    if (call::MPI_T_category_get_num_events.present()) {
      calls.push_back({"the number of events", index, [](int wrong) {
                         int count = 0;
                         return call::MPI_T_category_get_num_events(wrong, &count);
                       }});
    }
  }
  return calls;
}

}  // namespace

MPITCHECK_TEST("category.num.nonnegative",
               "The number of categories is reported, and each index below it can be queried.",
               cites(clause::category_num_nonnegative), needs::each_phase) {
  int count = -4711;
  const int code = call::MPI_T_category_get_num(&count);
  if (t.check_code(clause::category_num_nonnegative, "MPI_T_category_get_num", code,
                   {MPI_SUCCESS})) {
    t.check(clause::category_num_nonnegative, "MPI_T_category_get_num",
            at_least("num_cat", count, 0));
  }
  for (int i = 0; i < count; ++i) {
    t.check_code(clause::category_num_nonnegative, [&] { return join("category index ", i); },
                 query(i), {MPI_SUCCESS});
  }
}

MPITCHECK_TEST("category.name.nonempty-unique", "Every category has a unique, non-empty name.",
               cites(clause::category_name_nonempty_unique), needs::each_phase) {
  std::set<std::string> seen;
  for (const CategoryInfo& category : read_categories()) {
    constexpr Clause rule = clause::category_name_nonempty_unique;
    t.check(rule, category,
            is_other_text("name", category.name, seen)
                .unless(category.name.empty())
                .of("MPI_T_category_get_info")
                .as_before());
    seen.insert(category.name);
    check_not_empty(t, rule, category, category.name,
                    [&] { return query_lengths<CategoryInfo>(category.index).name; });
  }
}

MPITCHECK_TEST("category.desc.missing-is-empty",
               "A missing description is the empty text, and its length is at least 1.",
               cites(clause::category_desc_optional), needs::each_phase) {
  for (const CategoryInfo& category : read_categories()) {
    check_missing_desc(t, clause::category_desc_optional, category);
  }
}

MPITCHECK_TEST("category.index.out-of-range",
               "Every routine refuses an index outside the range as invalid.",
               cites(clause::category_bad_index), needs::each_phase) {
  t.each_isolated(clause::category_bad_index, bad_calls(), [&t](const BadCall& bad) {
    t.check_code(clause::category_bad_index, bad, bad.make(bad.index), {MPI_T_ERR_INVALID_INDEX});
  });
}

MPITCHECK_TEST("category.lookup.round-trip", "Looking up the name of a category returns its index.",
               cites(clause::category_get_index_roundtrip), needs::each_phase) {
  for (const CategoryInfo& category : with_own_names(read_categories())) {
    int index = -4711;
    const int code = call::MPI_T_category_get_index(category.name.c_str(), &index);
    if (t.check_code(clause::category_get_index_roundtrip, category, code, {MPI_SUCCESS})) {
      t.check(
          clause::category_get_index_roundtrip, category,
          equals("cat_index", index, category.index).as_in("MPI_T_category_get_info", "cat_index"));
    }
  }
}

MPITCHECK_TEST("category.lookup.unknown",
               "The look-up of a name that no category has is refused as invalid.",
               cites(clause::category_get_index_unknown), needs::each_phase) {
  std::set<std::string> names;
  for (const CategoryInfo& category : read_categories()) names.insert(category.name);
  for (const std::string& name :
       {join("no_such_category_", t.context().seed), std::string(), std::string("%s%n")}) {
    if (names.contains(name)) continue;
    int index = -4711;
    t.check_code(clause::category_get_index_unknown, [&] { return in_quotes(name); },
                 call::MPI_T_category_get_index(name.c_str(), &index), {MPI_T_ERR_INVALID_NAME});
  }
}

}  // namespace mpitcheck

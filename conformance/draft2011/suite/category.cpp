// SPDX-License-Identifier: BSD-3-Clause
// Categories through the draft's interface.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/members.hpp"

namespace mpitcheck {
namespace {

struct Counts {
  int controlvars = -1, perfvars = -1, categories = -1;
};

Counts counts_of(int index) {
  Counts counts;
  int name_len = 0;
  int desc_len = 0;
  MPITCHECK_DRAFT(MPIT_Category_get_info(index, nullptr, &name_len, nullptr, &desc_len,
                                         &counts.controlvars, &counts.perfvars,
                                         &counts.categories));
  return counts;
}

template <class Get>
std::vector<int> members(int count, const Get& get) {
  std::vector<int> indices(static_cast<std::size_t>(std::max(count, 0)) + 1, -1);
  if (get(count, indices.data()) != MPIT_SUCCESS) return {};
  return indices;  // with a -1 behind them if nothing more was written
}

std::vector<int> with_end(std::vector<int> indices) {
  indices.push_back(-1);
  return indices;
}

}  // namespace

MPITCHECK_TEST("draft2011.category.members",
               "Categories tell how many members they have, and list those that MPI_T lists.",
               cites(clause::draft_category_members, clause::draft_no_mixed_categories),
               needs::each_phase) {
  constexpr Clause rule = clause::draft_category_members;
  int num = -1;
  draft::check_code(t, rule, "the number of categories",
                    MPITCHECK_DRAFT(MPIT_Category_get_num(&num)), MPIT_SUCCESS);
  if (num < 1) t.missing("a category");
  for (const CategoryInfo& category : read_categories()) {
    const int i = category.index;
    const Counts counts = counts_of(i);
    t.check(rule, category,
            is_observed("",
                        counts.controlvars == category.num_cvars &&
                            counts.perfvars == category.num_pvars &&
                            counts.categories == category.num_categories,
                        "the counts of MPI_T_category_get_info", "others"));
    const std::array listed{
        members(counts.controlvars,
                [&](int n, int* out) {
                  return MPITCHECK_DRAFT(MPIT_Category_get_controlvars(i, n, out));
                }),
        members(counts.perfvars,
                [&](int n, int* out) {
                  return MPITCHECK_DRAFT(MPIT_Category_get_perfvars(i, n, out));
                }),
        members(counts.categories, [&](int n, int* out) {
          return MPITCHECK_DRAFT(MPIT_Category_get_categories(i, n, out));
        })};
    for (std::size_t kind = 0; kind < listed.size(); ++kind) {
      const MemberKind& modern = member_kinds()[kind];
      t.check(
          rule, [&] { return join(modern.name, " of ", category.label()); },
          is_observed("", listed[kind] == with_end(members_of(modern, category)),
                      "the members that MPI_T lists", "others"));
    }
    const bool mixed = counts.categories > 0 && counts.controlvars + counts.perfvars > 0;
    t.check(clause::draft_no_mixed_categories, category,
            is_observed("", !mixed, "categories or variables, not both", "both"));
  }
}

MPITCHECK_TEST("draft2011.category.codes",
               "An index that no category has is INVALIDINDEX for the information, "
               "INVALIDCATEGORY for members.",
               cites(clause::draft_category_members), needs::each_phase) {
  constexpr Clause rule = clause::draft_category_members;
  int num = 0;
  MPITCHECK_DRAFT(MPIT_Category_get_num(&num));
  for (const int index : {-1, num}) {
    int length = 0;
    int other_length = 0;
    int out[3];
    const auto subject = [&] { return join("category ", index, " of ", num); };
    draft::check_code(
        t, rule, subject,
        MPITCHECK_DRAFT(MPIT_Category_get_info(index, nullptr, &length, nullptr, &other_length,
                                               &out[0], &out[1], &out[2])),
        MPIT_ERR_INVALIDINDEX);
    draft::check_code(t, rule, subject,
                      MPITCHECK_DRAFT(MPIT_Category_get_controlvars(index, 1, out)),
                      MPIT_ERR_INVALIDCATEGORY);
    draft::check_code(t, rule, subject, MPITCHECK_DRAFT(MPIT_Category_get_perfvars(index, 1, out)),
                      MPIT_ERR_INVALIDCATEGORY);
    draft::check_code(t, rule, subject,
                      MPITCHECK_DRAFT(MPIT_Category_get_categories(index, 1, out)),
                      MPIT_ERR_INVALIDCATEGORY);
  }
}

}  // namespace mpitcheck

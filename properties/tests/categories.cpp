// SPDX-License-Identifier: BSD-3-Clause
// Enumerations and categories are closed.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

const Clauses judged{
    clause::category_num_nonnegative,     clause::category_num_may_only_grow,
    clause::category_info_counts,         clause::category_members_only_added,
    clause::category_members_at_most_len, clause::category_members_short_array,
    clause::category_members_long_array,  clause::category_members_usable,
    clause::category_changed_monotone,    clause::category_changed_equal_means_same,
    clause::category_get_index_roundtrip, clause::category_get_index_unknown,
    clause::enum_item_count_positive,     clause::enum_item_access};

MPITCHECK_TEST("property.categories.closed",
               "Members of categories and items of enumerations exist, keep their order and change "
               "only with the number.",
               judged, needs::tool) {
  run_property(t, {.mix = {.weights = {{Kind::category_info, 4},
                                       {Kind::category_index, 2},
                                       {Kind::category_unknown, 1},
                                       {Kind::category_members, 10},
                                       {Kind::category_changed, 4},
                                       {Kind::enum_info, 2},
                                       {Kind::enum_item, 3},
                                       {Kind::load_more, 1},
                                       {Kind::traffic, 1}}},
                   .with_use = false});
}

}  // namespace
}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// Queries: metadata are immutable, lists only grow, members of categories and items of enumerations
// exist, texts fit any buffer, and outputs may be null.
#include "properties/runner/property.hpp"
#include "properties/suite/clauses.hpp"

namespace mpitcheck::properties {

namespace {

MPITCHECK_TEST("property.metadata.immutable",
               "Queries of a variable always return the same, however the variable is used.",
               together({clauses_of_queries(), {clause::init_repeatable}}), needs::tool) {
  run_property(
      t,
      {.mix = {
           .opening = {Kind::session_create, Kind::pvar_alloc, Kind::cvar_alloc},
           .weights = {
               {Kind::tool_init, 1},      {Kind::tool_finalize, 1},    {Kind::load_more, 1},
               {Kind::traffic, 2},        {Kind::count_all, 1},        {Kind::cvar_info, 8},
               {Kind::cvar_index, 3},     {Kind::cvar_unknown, 2},     {Kind::pvar_info, 8},
               {Kind::pvar_index, 3},     {Kind::pvar_unknown, 2},     {Kind::enum_item, 2},
               {Kind::category_index, 1}, {Kind::category_unknown, 1}, {Kind::cvar_alloc, 2},
               {Kind::cvar_free, 1},      {Kind::cvar_read, 1},        {Kind::cvar_write_back, 2},
               {Kind::pvar_alloc, 3},     {Kind::pvar_free, 1},        {Kind::pvar_start, 2},
               {Kind::pvar_read, 1},      {Kind::pvar_reset, 1},       {Kind::reset_all, 1}}}});
}

const Clauses judged_in_growth{
    clause::cvar_num_may_only_grow,      clause::cvar_info_immutable,
    clause::cvar_get_index_roundtrip,    clause::pvar_num_may_only_grow,
    clause::pvar_info_immutable,         clause::pvar_get_index_roundtrip,
    clause::category_changed_monotone,   clause::category_changed_equal_means_same,
    clause::category_members_only_added, clause::category_num_may_only_grow};

MPITCHECK_TEST("property.indices.stable",
               "Listed objects keep their indices while MPI is initialized and its parts are used "
               "for the first time.",
               judged_in_growth, needs::tool) {
  run_property(t, {.mix = {.weights = {{Kind::mpi_init, 2},
                                       {Kind::load_more, 2},
                                       {Kind::traffic, 1},
                                       {Kind::count_all, 3},
                                       {Kind::cvar_info, 12},
                                       {Kind::cvar_index, 8},
                                       {Kind::pvar_info, 12},
                                       {Kind::pvar_index, 8},
                                       {Kind::category_info, 4},
                                       {Kind::category_members, 4},
                                       {Kind::category_changed, 3}}},
                   .with_mpi = false,
                   .with_use = false,
                   .growing = true,
                   .cases = 20});
}

const Clauses judged{
    clause::category_num_nonnegative,     clause::category_num_may_only_grow,
    clause::category_info_counts,         clause::category_members_only_added,
    clause::category_members_at_most_len, clause::category_members_short_array,
    clause::category_members_long_array,  clause::category_members_usable,
    clause::category_changed_monotone,    clause::category_changed_equal_means_same,
    clause::category_get_index_roundtrip, clause::category_get_index_unknown,
    clause::enum_item_count_positive,     clause::enum_item_access};

MPITCHECK_TEST("property.categories.closed",
               "Members of categories and items of enumerations exist, keep their order, and "
               "change only with the update number.",
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

MPITCHECK_TEST("property.strings.truncated", "Texts follow the string convention for any buffer.",
               clauses_of_strings(), needs::tool) {
  run_property(t, {.mix = {.weights = {{Kind::cvar_info, 6},
                                       {Kind::pvar_info, 6},
                                       {Kind::category_info, 4},
                                       {Kind::enum_info, 2},
                                       {Kind::enum_item, 3}}},
                   .with_use = false});
}

const Clauses judged_in_nulls{clause::cvar_info_null_out_ignored,
                              clause::pvar_info_null_out_ignored,
                              clause::category_info_null_out_ignored};

MPITCHECK_TEST("property.nulls.indifferent", "Null outputs do not affect the other outputs.",
               judged_in_nulls, needs::tool) {
  run_property(t, {.mix = {.weights = {{Kind::cvar_nulls, 3},
                                       {Kind::pvar_nulls, 3},
                                       {Kind::category_nulls, 2},
                                       {Kind::cvar_info, 1},
                                       {Kind::pvar_info, 1}}},
                   .with_use = false});
}

}  // namespace

}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// Lists grow.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

const Clauses judged_in_growth{
    clause::cvar_num_may_only_grow,      clause::cvar_info_immutable,
    clause::cvar_get_index_roundtrip,    clause::pvar_num_may_only_grow,
    clause::pvar_info_immutable,         clause::pvar_get_index_roundtrip,
    clause::category_changed_monotone,   clause::category_changed_equal_means_same,
    clause::category_members_only_added, clause::category_num_may_only_grow};

MPITCHECK_TEST("property.indices.stable",
               "While MPI comes up and its parts are used for the first time, what was listed "
               "stays where it is.",
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

}  // namespace
}  // namespace mpitcheck::properties

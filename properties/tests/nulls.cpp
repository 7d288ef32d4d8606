// SPDX-License-Identifier: BSD-3-Clause
// Null for outputs.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

const Clauses judged_in_nulls{clause::cvar_info_null_out_ignored,
                              clause::pvar_info_null_out_ignored,
                              clause::category_info_null_out_ignored};

MPITCHECK_TEST("property.nulls.indifferent",
               "Which outputs are null makes no difference to the others.", judged_in_nulls,
               needs::tool) {
  run_property(t, {.mix = {.weights = {{Kind::cvar_nulls, 3},
                                       {Kind::pvar_nulls, 3},
                                       {Kind::category_nulls, 2},
                                       {Kind::cvar_info, 1},
                                       {Kind::pvar_info, 1}}},
                   .with_use = false});
}

}  // namespace
}  // namespace mpitcheck::properties

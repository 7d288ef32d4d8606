// SPDX-License-Identifier: BSD-3-Clause
// Initializations are counted.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

const Clauses judged_in_init{clause::init_repeatable,
                             clause::init_reinitialization,
                             clause::init_provided_value,
                             clause::init_interleaving_allowed,
                             clause::init_excess_finalize_code,
                             clause::init_separate_from_mpi_init,
                             clause::init_separate_from_mpi_finalize,
                             clause::init_stays_up_while_unbalanced};

MPITCHECK_TEST(
    "property.init.counted",
    "The interface is up while it was initialized more often than finalized, whatever MPI does.",
    judged_in_init, needs::nothing) {
  run_property(t, {.mix = {.weights = {{Kind::tool_init, 6},
                                       {Kind::tool_finalize, 6},
                                       {Kind::mpi_init, 3},
                                       {Kind::mpi_finalize, 2},
                                       {Kind::traffic, 1},
                                       {Kind::still_up, 6}}},
                   .lifecycle = true,
                   .cases = 15});
}

}  // namespace
}  // namespace mpitcheck::properties

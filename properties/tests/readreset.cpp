// SPDX-License-Identifier: BSD-3-Clause
// Reading and resetting in one step.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.readreset.partition",
               "What is read and reset piece by piece adds up to the whole.", clauses_of_values(),
               needs::tool) {
  run_property(t, {.mix = {.opening = {Kind::session_create, Kind::session_create, Kind::pvar_alloc,
                                       Kind::pvar_alloc, Kind::pvar_alloc, Kind::pvar_alloc,
                                       Kind::start_all},
                           .weights = {{Kind::traffic, 10},
                                       {Kind::pvar_alloc, 3},
                                       {Kind::pvar_free, 1},
                                       {Kind::pvar_start, 4},
                                       {Kind::pvar_stop, 2},
                                       {Kind::pvar_write, 1},
                                       {Kind::pvar_readreset, 16},
                                       {Kind::pvar_read, 6}}}});
}

}  // namespace
}  // namespace mpitcheck::properties

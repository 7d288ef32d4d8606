// SPDX-License-Identifier: BSD-3-Clause
// ALL_HANDLES is one after the other.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.all-handles.one-by-one",
               "A call on ALL_HANDLES does what calls on each handle of the session would do.",
               together({clauses_of_values(),
                         {clause::pvar_start_all_ignores, clause::pvar_start_all_empty_ok,
                          clause::pvar_reset_all_empty_ok}}),
               needs::tool) {
  run_property(t, {.mix = {.opening = {Kind::session_create, Kind::session_create, Kind::pvar_alloc,
                                       Kind::pvar_alloc, Kind::pvar_alloc, Kind::pvar_alloc,
                                       Kind::pvar_alloc, Kind::pvar_alloc, Kind::start_all},
                           .weights = {{Kind::traffic, 8},
                                       {Kind::session_create, 1},
                                       {Kind::pvar_alloc, 5},
                                       {Kind::pvar_free, 2},
                                       {Kind::pvar_start, 2},
                                       {Kind::pvar_stop, 2},
                                       {Kind::pvar_reset, 1},
                                       {Kind::start_all, 6},
                                       {Kind::stop_all, 5},
                                       {Kind::reset_all, 5},
                                       {Kind::read_all, 10}}}});
}

}  // namespace
}  // namespace mpitcheck::properties

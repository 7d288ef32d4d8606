// SPDX-License-Identifier: BSD-3-Clause
// Handles and sessions come and go.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.handles.life-cycle",
               "Sessions and handles can be made and given up in any order, and belong together.",
               together({clauses_of_codes(), clauses_of_cvars()}), needs::tool) {
  run_property(t, {.mix = {.opening = {Kind::session_create},
                           .weights = {{Kind::traffic, 1},
                                       {Kind::session_create, 4},
                                       {Kind::session_free, 3},
                                       {Kind::pvar_alloc, 12},
                                       {Kind::pvar_free, 7},
                                       {Kind::foreign_session, 4},
                                       {Kind::pvar_start, 3},
                                       {Kind::pvar_stop, 2},
                                       {Kind::pvar_read, 3},
                                       {Kind::pvar_write, 2},
                                       {Kind::pvar_reset, 2},
                                       {Kind::pvar_readreset, 2},
                                       {Kind::start_all, 2},
                                       {Kind::stop_all, 2},
                                       {Kind::reset_all, 2},
                                       {Kind::cvar_alloc, 6},
                                       {Kind::cvar_free, 3},
                                       {Kind::cvar_read, 3},
                                       {Kind::cvar_write_back, 3}}}});
}

}  // namespace
}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// Handles and sessions are independent of each other. A call on ALL_HANDLES equals calls on each
// handle. Readreset is atomic. Callbacks of events stop when their registration is freed.
#include "properties/runner/property.hpp"
#include "properties/suite/clauses.hpp"

namespace mpitcheck::properties {

namespace {

MPITCHECK_TEST("property.handles.life-cycle",
               "Sessions and handles can be created and freed in any order, and a handle is valid "
               "only in its own session.",
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

MPITCHECK_TEST("property.all-handles.one-by-one",
               "A call on ALL_HANDLES has the effect of calls on each handle of the session.",
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

MPITCHECK_TEST("property.sessions.isolated", "Operations in one session have no effect in another.",
               clauses_of_values(), needs::tool) {
  run_property(
      t, {.mix = {.opening = {Kind::session_create, Kind::session_create, Kind::session_create,
                              Kind::pvar_alloc, Kind::pvar_alloc, Kind::pvar_alloc,
                              Kind::pvar_alloc, Kind::pvar_alloc, Kind::pvar_alloc},
                  .weights = {{Kind::traffic, 8},
                              {Kind::session_create, 1},
                              {Kind::session_free, 1},
                              {Kind::pvar_alloc, 4},
                              {Kind::pvar_free, 2},
                              {Kind::pvar_start, 8},
                              {Kind::pvar_stop, 5},
                              {Kind::pvar_read, 12},
                              {Kind::pvar_write, 2},
                              {Kind::pvar_reset, 3},
                              {Kind::pvar_readreset, 3},
                              {Kind::start_all, 2},
                              {Kind::stop_all, 2},
                              {Kind::reset_all, 2},
                              {Kind::read_all, 4}}}});
}

MPITCHECK_TEST("property.readreset.partition",
               "The results of successive readresets add up to the whole.", clauses_of_values(),
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

MPITCHECK_TEST(
    "property.events.until-freed",
    "Callbacks receive their own arguments until they are removed or their registration is freed.",
    clauses_of_events(), needs::tool) {
  run_property(t, {.mix = {.opening = {Kind::event_alloc, Kind::event_register},
                           .weights = {{Kind::traffic, 10},
                                       {Kind::event_info, 2},
                                       {Kind::event_alloc, 4},
                                       {Kind::event_register, 8},
                                       {Kind::event_deafen, 3},
                                       {Kind::event_free, 3}}},
                   .with_use = false});
}

}  // namespace

}  // namespace mpitcheck::properties

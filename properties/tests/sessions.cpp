// SPDX-License-Identifier: BSD-3-Clause
// Sessions know nothing of each other.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.sessions.isolated", "What is done in one session never shows in another.",
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

}  // namespace
}  // namespace mpitcheck::properties

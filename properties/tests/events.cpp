// SPDX-License-Identifier: BSD-3-Clause
// Events and their callbacks.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.events.until-freed",
               "Callbacks are called with what is theirs, until they are removed or their "
               "registration is freed.",
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

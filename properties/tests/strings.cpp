// SPDX-License-Identifier: BSD-3-Clause
// Texts with any buffer.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.strings.truncated",
               "Texts come as the convention says, whatever the buffer.", clauses_of_strings(),
               needs::tool) {
  run_property(t, {.mix = {.weights = {{Kind::cvar_info, 6},
                                       {Kind::pvar_info, 6},
                                       {Kind::category_info, 4},
                                       {Kind::enum_info, 2},
                                       {Kind::enum_item, 3}}},
                   .with_use = false});
}

}  // namespace
}  // namespace mpitcheck::properties

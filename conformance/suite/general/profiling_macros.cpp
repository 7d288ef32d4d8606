// SPDX-License-Identifier: BSD-3-Clause
// mpi.h declares functions and does not define macros instead. The preprocessor shows this.
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

MPITCHECK_TEST("profiling.functions.not-macros", "The functions of the interface are not macros.",
               cites(clause::profiling_not_macros), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!function.declared) continue;
    t.check(clause::profiling_not_macros, function.name,
            is_observed("kind", !function.is_macro, "a function", "a macro"));
  }
}

}  // namespace mpitcheck

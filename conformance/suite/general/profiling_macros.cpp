// SPDX-License-Identifier: BSD-3-Clause
// That mpi.h declares functions and defines no macros in their place: the preprocessor tells.
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

MPITCHECK_TEST("profiling.functions.not-macros", "The functions of the interface are no macros.",
               cites(clause::profiling_not_macros), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!function.declared) continue;
    t.check(clause::profiling_not_macros, function.name,
            in_words("kind", !function.is_macro, "a function", "a macro"));
  }
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Threads that make queries.
#pragma once

#include "conformance/harness/test/test.hpp"
#include "stress/control/control.hpp"

namespace mpitcheck::stress {

/// The threads of `control` concurrently query all variables, categories and events for its
/// duration. Each answer is compared with that of a single thread. Throws CannotGoOn if there is
/// nothing to query.
void compare_queries(Test& t, const Control& control);

}  // namespace mpitcheck::stress

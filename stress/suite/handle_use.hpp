// SPDX-License-Identifier: BSD-3-Clause
// Threads that allocate, use and free handles of sums, and what the handles must have counted.
#pragma once

#include "conformance/harness/test/test.hpp"
#include "stress/control/control.hpp"

namespace mpitcheck::stress {

enum class Sessions { per_thread, one_for_all };

/// The threads of `control` concurrently use handles of their own, with messages in between, for
/// its duration. All values are judged. MPI must be initialized for threads. Throws CannotGoOn if
/// no variable can be used.
void use_handles(Test& t, const Control& control, Sessions sessions);

}  // namespace mpitcheck::stress

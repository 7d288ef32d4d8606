// SPDX-License-Identifier: BSD-3-Clause
// Threads that make, use and free handles of sums, and what they must have counted.
#pragma once

#include "conformance/harness/test/test.hpp"
#include "stress/control/control.hpp"

namespace mpitcheck::stress {

enum class Sessions { per_thread, one_for_all };

/// The threads of `control` use handles of their own beside each other, with messages in between,
/// for its duration; all values are judged. MPI must be up for threads. Throws CannotGoOn where no
/// variable can be used.
void use_handles(Test& t, const Control& control, Sessions sessions);

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// Threads that ask what there is.
#pragma once

#include "conformance/harness/test/test.hpp"
#include "stress/control/control.hpp"

namespace mpitcheck::stress {

/// The threads of `control` query all variables, categories and events beside each other, for its
/// duration; each answer is compared with that of one thread. Throws CannotGoOn if there is nothing
/// to ask for.
void compare_queries(Test& t, const Control& control);

}  // namespace mpitcheck::stress

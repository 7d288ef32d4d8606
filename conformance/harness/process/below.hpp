// SPDX-License-Identifier: BSD-3-Clause
// Calls from further down the stack. Some libraries read a variable's value from the stack of a
// function that has returned, where other functions have their frames now.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// The number of 64 KiB floors that the stack of main() can spare: an eighth of it, at most one
/// MiB. 0 on any other stack, because a thread may have a small one.
int floors_to_spare();

/// Calls `work` that many floors further down. The floors are filled with `content`.
void from_below(int floors, unsigned char content, FunctionRef<void()> work);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Calls from further down the stack. Some libraries keep what a variable's value is read from on
// the stack of a function that has returned; where it lay, other functions' frames lie since.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// How many floors of 64 KiB the stack of main() can spare: an eighth of it, a mebibyte at most.
/// None on any other stack, as a thread may have a small one.
int floors_to_spare();

/// Calls `work` that many floors further down, which are filled with `content`.
void from_below(int floors, unsigned char content, FunctionRef<void()> work);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Calls with a lower stack pointer. Some libraries read a variable's value from the frame of a
// function that has returned. Such a value changes with the content of the stack.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// The number of levels of 64 KiB that the stack of main() can spare: an eighth of its size limit,
/// at least one and at most 1 MiB. 0 on any other stack, because a thread may have a small one.
int spare_stack_levels();

/// Calls `work` with the stack pointer lower by that many levels. Each level is filled with `fill`.
/// Fewer than one level: calls `work` directly. Exceptions of `work` pass through.
void call_deeper(int levels, unsigned char fill, FunctionRef<void()> work);

}  // namespace mpitcheck

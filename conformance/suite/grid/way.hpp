// SPDX-License-Identifier: BSD-3-Clause
// Going to a state, and making calls there.
#pragma once

#include <string_view>

#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// Makes the state's steps in this process and runs `there` at their end, possibly within a
/// function that MPI calls. Throws CannotGoOn if the library refuses a step, lacks what it needs,
/// or provides a level at which another thread may not call. Also throws what `there` throws.
void go(const State& state, FunctionRef<void()> there);

/// Runs `calls` in the thread that makes the calls in this state, and rethrows its exception.
void as_caller(const State& state, FunctionRef<void()> calls);

/// The number that the function, which counts objects, returned before the last step of the way, in
/// the present epoch of the interface; 0 if the epoch began with that step, or is over.
int number_before(std::string_view function);

}  // namespace mpitcheck::grid

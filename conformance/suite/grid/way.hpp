// SPDX-License-Identifier: BSD-3-Clause
// Going to a state, and making calls there.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// Makes the state's steps in this process and runs `there` at their end, which may be within a
/// function that MPI calls. Throws CannotGoOn if the library refuses one of them, lacks what it
/// takes, or grants a level at which another thread may not call; and what `there` throws.
void go(const State& state, FunctionRef<void()> there);

/// Runs `calls` in the thread that calls in this state; what it throws comes here.
void as_caller(const State& state, FunctionRef<void()> calls);

/// How many of each kind there were before the last step of the way, in the present epoch of the
/// interface; 0 if it began with that step, or is over.
const Numbers& numbers_before();

/// Whether the interface answers as one that is up.
int canary();

}  // namespace mpitcheck::grid

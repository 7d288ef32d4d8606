// SPDX-License-Identifier: BSD-3-Clause
// What a stress test stands on: thread levels, functions to call from threads, a team of threads.
#pragma once

#include <functional>
#include <string_view>

#include "harness/test.hpp"

namespace mpitcheck::stress {

/// Brings up the tool interface with this thread level. Throws CannotGoOn if less is granted.
void tool_for_threads(Test& t, int level = MPI_THREAD_MULTIPLE);

/// The same, then MPI. Throws CannotGoOn unless both grant the level.
void mpi_for_threads(Test& t, int level = MPI_THREAD_MULTIPLE);

/// Runs `body(thread)` in `threads` threads, which begin together, and waits for them. `doing`
/// tells what a crash or hang interrupted. The first exception of a body comes out here.
void team(int threads, std::string_view doing, const std::function<void(int thread)>& body);

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// A process that forks a process for each test. One nursery has initialized the tool interface, for
// tests that begin with that. A bare one has called nothing.
//
// Some MPIs spend long in MPI_T_init_thread: Open MPI opens some hundred libraries. Tests of
// Setup::tool, mpi and each_phase all begin with this call. One process makes it, and each test
// gets a copy of that process. This is sound if the copy cannot be distinguished from a process
// that made the call itself, i.e. if all state of the library is in memory that fork() copies. A
// nursery therefore offers itself only if, after the call,
//   - it succeeded and printed nothing,
//   - there is one thread, no child process and no interval timer (fork() copies none of them),
//   - no descriptor was opened and no memory shared (copies would share them).
// For Setup::nothing (tests that examine initialization) a bare nursery saves the loading of the
// library, which must have left nothing of the same kind.
//
// No nursery serves multi-process tests. The runner uses none under --env, --preload or
// --abi-library nor for replays. A test gets a process of its own while the nursery is not ready,
// is dead or does not answer. One difference remains: a process id or seed that a library keeps in
// MPI_T_init_thread or while it is loaded is the same in all tests. `mpitcheck run
// --process-per-test` uses no nursery.
//
// A request is a Packet: JSON, and the files of a supervisor. The nursery makes a child of the
// runner (CLONE_PARENT), which becomes a supervisor like the runner's own: a session leader and
// subreaper that forks the test, ends it in time and cleans up
// (conformance/harness/process/supervisor.hpp). It makes no call of the library.
#pragma once

namespace mpitcheck {

/// The files that come with a request, in this order.
enum class RequestFile { output, ending, stacks, go, count };

/// Serves requests from `socket` until the other side closes it. `program`: path of this program.
/// `is_bare`: calls nothing, and serves the tests that begin in this state. Returns an exit code.
int run_nursery(const char* program, int socket, bool is_bare);

}  // namespace mpitcheck

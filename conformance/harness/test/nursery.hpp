// SPDX-License-Identifier: BSD-3-Clause
// A nursery is a process that forks a process for each test. One nursery has initialized the tool
// interface, and serves the tests that begin with that. A bare nursery has called nothing.
//
// Some MPIs spend long in MPI_T_init_thread: Open MPI opens some hundred libraries. Tests of
// Setup::tool, mpi and each_phase all begin with this call. One process makes it, and each test
// gets a copy of that process. This is sound if all state of the library is in memory that fork()
// copies. A nursery therefore offers itself only if
//   - the call succeeded and printed nothing,
//   - there is one thread, no child process and no interval timer (fork() copies none of them),
//   - the call opened no descriptor and shared no memory (copies would share them).
// A bare nursery serves Setup::nothing, i.e. tests that examine initialization. It saves the time
// to load the library, and offers itself only if loading left nothing of this kind.
//
// Nurseries do not serve tests of several processes. The runner does not use them under --env,
// --preload, --abi-library and --process-per-test, nor for replays. A test also gets a process of
// its own while the nursery is not ready, is dead or does not answer. One difference remains: all
// tests have the same process id or seed that a library stores in MPI_T_init_thread or while it is
// loaded.
//
// A request is a Packet: JSON, and the files of a supervisor. The nursery makes a child of the
// runner (CLONE_PARENT). The child becomes a supervisor like those of the runner
// (conformance/harness/process/supervisor.hpp) and forks the test. It does not call the library.
#pragma once

namespace mpitcheck {

/// The files that come with a request, in this order.
enum class RequestFile { output, ending, stacks, go, count };

/// Serves requests from `socket` until the other side closes it. `program` is the path of this
/// program. A bare nursery calls nothing and serves the tests of Setup::nothing. Returns a
/// protocol::ExitCode if the nursery does not offer itself; otherwise it exits.
int run_nursery(const char* program, int socket, bool is_bare);

}  // namespace mpitcheck

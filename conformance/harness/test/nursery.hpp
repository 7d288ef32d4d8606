// SPDX-License-Identifier: BSD-3-Clause
// A process that forks a process for each test: one that has brought the tool interface up once,
// for tests that begin with that, or a bare one, which has called nothing.
//
// Some MPIs take long over MPI_T_init_thread (Open MPI opens some hundred libraries, one of which
// measures the clock for 100 ms). Tests of Setup::tool, mpi and each_phase all begin with the same
// call, so one process makes it, and each test gets a copy of that process. This is sound where the
// copy cannot be distinguished from a process that made the call itself, i.e. where all that the
// library brought up lies in memory that fork() copies. So a nursery offers itself only if, after
// the call,
//   - it succeeded and printed nothing,
//   - there is one thread, no child process and no interval timer (fork() copies none of them),
//   - no descriptor was opened and no memory shared (copies would share them).
// For Setup::nothing (tests that examine initialization) a bare one saves the loading of the
// library; what the library did in that must have left nothing of the same kind. None serves
// several processes; the runner asks it neither under --env, --preload, --abi-library nor for
// replays, and gives each test a process of its own as long as the nursery is not up, if it never
// is, if it is dead or does not answer. What is left: a library that notes its process id or a seed
// in MPI_T_init_thread, or while it is loaded, has one and the same in all tests. `mpitcheck run
// --process-per-test` does without.
//
// A request is a Packet: JSON, and the files of a supervisor. The nursery makes a process that is a
// child of the runner (CLONE_PARENT) and becomes a supervisor as the runner's own are: a session
// leader and subreaper that forks the test, ends it in time and sweeps up behind it
// (harness/process/supervisor.hpp). No call of the library is made in it.
#pragma once

namespace mpitcheck {

/// The files that come with a request, in this order.
enum class RequestFile { output, ending, stacks, go, count };

/// Serves requests from `socket` until the other side closes it. `program`: path of this program.
/// `is_bare`: calls nothing, and serves the tests that begin so. Returns an exit code.
int run_nursery(const char* program, int socket, bool is_bare);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// A nursery is a process that forks a process for each test, so that tests share the time to load
// and initialize the library. docs/isolation.md describes when this is sound.
//
// A request is a Packet: JSON, and the files of a supervisor. The nursery makes a child of the
// runner (CLONE_PARENT). The child becomes a supervisor like those of the runner
// (conformance/harness/process/supervisor.hpp) and forks the test.
#pragma once

namespace mpitcheck {

/// The files that come with a request, in this order.
enum class RequestFile { output, ending, stacks, go, count };

/// Serves requests from `socket` until the other side closes it. `program` is the path of this
/// program. A bare nursery calls nothing and serves the tests of Setup::nothing. Returns a
/// protocol::ExitCode if the nursery does not offer itself; otherwise it exits.
int run_nursery(const char* program, int socket, bool is_bare);

}  // namespace mpitcheck

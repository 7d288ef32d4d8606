// SPDX-License-Identifier: BSD-3-Clause
// Runs work in child processes, so that a crash does not end the test (docs/isolation.md). Not
// thread-safe: one thread at a time may call these functions.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/harness/facts/protocol.hpp"
#include "reference/support/signal_name.hpp"

namespace mpitcheck {

/// Exit code of a child whose work threw an exception.
inline constexpr int child_threw = 99;

/// Environment variable: shell patterns of the variables that give a process its place in a job,
/// such as its rank. ":" separates patterns, and "!" before one excludes its matches. Children,
/// forked or not, have none of these variables, because they initialize MPI as jobs of one process.
inline constexpr const char* place_variable = "MPITCHECK_PLACE";

/// The environment of this process, each entry "K=V".
std::vector<std::string> environment_here();

/// The entries "K=V" whose names do not match the patterns of place_variable.
std::vector<std::string> without_place(std::vector<std::string> environment);

/// How a child ended, and what it left.
struct ChildResult {
  int signal = 0;                        // the signal that ended it, or 0
  int exit_code = 0;                     // if no signal ended it
  std::string output;                    // everything that it wrote, even if it died later
  std::vector<std::string> frames = {};  // of the library, if a fault ended it (frames.hpp)
  bool forked = true;                    // false: it replayed the test, see in_fresh_process()
  bool reached_work = true;              // false: the replay ended before the work
};

/// Called regularly while a child runs. It may end the child.
using Watcher = FunctionRef<void(pid_t child)>;

/// Runs `work(out)` in a forked child and waits for its end. `out` is a file, whose content becomes
/// ChildResult::output. The child has this process's MPI_T state but must not communicate. If the
/// target does not survive a fork, the child is a fresh process that replays the test (replay.hpp).
/// Throws std::runtime_error if no child can be forked, and CannotGoOn if replay is not available.
ChildResult in_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// in_child() for work that does not initialize MPI, and therefore needs no launcher.
ChildResult in_child_without_start(FunctionRef<void(int out)> work,
                                   std::optional<Watcher> watch = {});

/// in_child() in a process that was not forked: it replays the test up to this call. Throws
/// CannotGoOn if replay is not available.
ChildResult in_fresh_process(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// in_child() with confirmation of deaths. If a forked child dies and the library was in use
/// before, the work is repeated in a fresh process, whose result is returned. If none can be
/// started, the result is that of the forked child.
ChildResult in_confirmed_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// In a child: does the work with default actions of fault signals. The frames of a fault are
/// written to `frames` unless it is null. Returns the exit code, which is 0 or child_threw.
int work_as_child(FunctionRef<void(int out)> work, int out, protocol::PageFrames* frames);

/// Waits for the end of a child and returns its wait status (see waitpid). `watch`: see in_child().
int wait_for(pid_t child, std::optional<Watcher> watch);

/// Whether this process is a child, forked or not, of the process that runs the test.
bool is_child();

/// Writes the whole text. Returns whether that succeeded. If the library has closed the file of a
/// child, it is reopened.
bool write_all(int file, std::string_view text);

/// In a child: whether `out`, the file of its work, can be written. If the library has closed it,
/// it is reopened at its end. False if that fails or another file has the descriptor.
bool keep_output_open(int out);
/// Sets the file of this process's work, and the path by which it can be reopened.
void note_output(int out, std::string path);

/// Sets SIGCHLD to its default action during its lifetime. Otherwise the status of a child is lost
/// if the library ignores the signal or its handler waits for children.
class ChildrenAreOurs {
 public:
  ChildrenAreOurs();
  ~ChildrenAreOurs() { restore(); }
  ChildrenAreOurs(const ChildrenAreOurs&) = delete;
  ChildrenAreOurs& operator=(const ChildrenAreOurs&) = delete;
  /// Restores the library's action early, because a child must have it.
  void restore();

 private:
  std::optional<struct sigaction> before_;
};

using mpit::signal_name;

}  // namespace mpitcheck

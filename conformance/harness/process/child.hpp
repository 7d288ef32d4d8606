// SPDX-License-Identifier: BSD-3-Clause
// Work in a forked copy of this process, so that a crash does not affect this process.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
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

/// The environment variable with patterns of the variables that give a process its place in a job
/// of several processes. Shell patterns, separated by ":"; "!" before one excludes its matches. A
/// child, forked or not, has none of these variables, because it brings MPI up alone.
inline constexpr const char* place_variable = "MPITCHECK_PLACE";

/// The environment of this process, each "K=V".
std::vector<std::string> environment_here();

/// The variables "K=V" that do not match the patterns of this process's place_variable.
std::vector<std::string> without_place(std::vector<std::string> environment);

struct ChildResult {
  int signal = 0;                        // that ended it, or 0
  int exit_code = 0;                     // if no signal ended it
  std::string output;                    // whatever it wrote, even if it died later
  std::vector<std::string> frames = {};  // of the library, if a fault ended it
  bool forked = true;                    // false: it replayed the test, see in_fresh_process()
  bool reached_work = true;              // it reached the work
};

/// Inspects a running child and may end it.
using Watcher = FunctionRef<void(pid_t child)>;

/// Runs `work` in a forked child with a file descriptor to write to, and waits for it. The child
/// has this process's MPI_T state but must not communicate. `watch` is called regularly while it
/// runs. Throws std::runtime_error if no child can be started. If the target does not survive a
/// fork, the child is a fresh process (replay.hpp); throws CannotGoOn if that is not possible.
ChildResult in_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// in_child() for work that does not start MPI and so needs no launcher.
ChildResult in_child_without_start(FunctionRef<void(int out)> work,
                                   std::optional<Watcher> watch = {});

/// in_child() in a process that was not forked but replayed the test to the same place. Throws
/// CannotGoOn if that is not possible.
ChildResult in_fresh_process(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// Like in_child(). If a forked child dies while it uses MPI or MPI_T of its parent, the result is
/// that of a process that was not forked, if one can be started.
ChildResult in_confirmed_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// Called in a child: does the work, and writes the frames of a fault to `frames` unless it is
/// null. Returns the exit code.
int work_as_child(FunctionRef<void(int out)> work, int out, protocol::PageFrames* frames);

/// Waits for a child and returns its status; `watch` as for in_child().
int wait_for(pid_t child, std::optional<Watcher> watch);

/// Whether this process is a child of in_child().
bool is_child();

/// Writes the whole text; false if that is not possible. Reopens the file of a child if the library
/// has closed it.
bool write_all(int file, std::string_view text);

/// In a child: whether `out`, the file of its work, can be written or was reopened. If so, its
/// position is at the end.
bool keep_output_open(int out);
/// The file of this process's work, and its path in case it is closed.
void note_output(int out, std::string path);

/// Restores the default of SIGCHLD while waiting for children. If the library ignores the signal,
/// or its handler waits for children, their status is lost.
class ChildrenAreOurs {
 public:
  ChildrenAreOurs();
  ~ChildrenAreOurs() { restore(); }
  ChildrenAreOurs(const ChildrenAreOurs&) = delete;
  ChildrenAreOurs& operator=(const ChildrenAreOurs&) = delete;
  /// Restores the library's setting, which a child must have.
  void restore();

 private:
  std::optional<struct sigaction> before_;
};

/// A forked child that makes no progress for this many seconds of GivenTime is ended, and its work
/// is done in a fresh process. That one is not watched: if it hangs too, the test hangs.
struct Pace {
  std::uint64_t (*moved)() = nullptr;  // changes while a child makes progress
  double patience = 0;                 // 0: no limit
};
void watch_forked_children(Pace pace);
/// The text of the finding if forked children hang and fresh processes do not. No more children are
/// forked then.
std::string_view fork_trouble();
void forget_fork_trouble();

using mpit::signal_name;

}  // namespace mpitcheck

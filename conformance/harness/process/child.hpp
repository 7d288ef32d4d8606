// SPDX-License-Identifier: BSD-3-Clause
// Work in a forked copy of this process: what the library does to the copy costs us nothing.
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
#include "reference/testing/signal_name.hpp"

namespace mpitcheck {

/// Exit code of a child whose work threw an exception.
inline constexpr int child_threw = 99;

/// In the environment of a job of several processes: patterns of the variables that tell each its
/// place there, as a shell matches them, with ":" between; "!" before one excepts what fits it. A
/// child has none of these variables, forked or not: it brings MPI up alone.
inline constexpr const char* place_variable = "MPITCHECK_PLACE";

/// This process's, each "K=V".
std::vector<std::string> environment_here();

/// "K=V" without those that are of a place, as far as place_variable of this process says which
/// they are.
std::vector<std::string> without_place(std::vector<std::string> environment);

struct ChildResult {
  int signal = 0;                        // that ended it, or 0
  int exit_code = 0;                     // if no signal did
  std::string output;                    // what it wrote, also when it died later
  std::vector<std::string> frames = {};  // of the library, where a fault ended it
  bool forked = true;                    // else it came here by itself: in_fresh_process()
  bool arrived = true;                   // it was there
};

/// Looks at a running child and may end it.
using Watcher = FunctionRef<void(pid_t child)>;

/// Runs `work` in a forked child with a file descriptor to write to, and waits for it. The child
/// has this process's MPI_T state but must not communicate. Throws std::runtime_error if there is
/// no child to be had. `watch` is asked a hundred times a second while it runs. Where the target
/// does not stand a fork it is a fresh process (again.hpp); throws CannotGoOn if that cannot be.
ChildResult in_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// The same for work that does not start MPI: no launcher is needed for it.
ChildResult in_child_without_start(FunctionRef<void(int out)> work,
                                   std::optional<Watcher> watch = {});

/// The same in a process that was not forked from this one, but came to the same place; throws
/// CannotGoOn if none does.
ChildResult in_fresh_process(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// in_child(), but where a forked child dies of work with what was up in its parent, what becomes
/// of a process that was not forked is the answer, if one comes here.
ChildResult in_confirmed_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// In such a process: does the work, with frames of a fault in `frames` (null: nowhere). Returns
/// the exit code.
int work_as_child(FunctionRef<void(int out)> work, int out, protocol::PageFrames* frames);

/// Waits for a child and returns its status; `watch` as in_child() has it.
int wait_for(pid_t child, std::optional<Watcher> watch);

/// Whether this process is such a child.
bool is_child();

/// Writes the whole text; false if that is not possible. Opens the file of a child again that the
/// library has closed.
bool write_all(int file, std::string_view text);

/// In a child: whether `out`, the file that its work was given, can be written, or could be opened
/// again; then it is at its end.
bool keep_output_open(int out);
/// The file that the work of this process is given, and where it is found if it is closed.
void note_output(int out, std::string path);

/// Waits for children as if the library had left SIGCHLD alone: where it is ignored, or a handler
/// takes them, nobody knows how they ended.
class ChildrenAreOurs {
 public:
  ChildrenAreOurs();
  ~ChildrenAreOurs() { restore(); }
  ChildrenAreOurs(const ChildrenAreOurs&) = delete;
  ChildrenAreOurs& operator=(const ChildrenAreOurs&) = delete;
  /// As it was; a child is to find it so.
  void restore();

 private:
  std::optional<struct sigaction> before_;
};

/// A forked child of which nothing moves for so many seconds of GivenTime is ended, and what it was
/// to do is done in a fresh process, which is not watched: if that hangs too, the test hangs.
struct Pace {
  std::uint64_t (*moved)() = nullptr;  // another number as long as a child moves
  double patience = 0;                 // 0: nobody watches
};
void watch_forked_children(Pace pace);
/// What was seen of it if forked children hang and fresh processes do not: no more are forked then.
std::string_view fork_trouble();
void forget_fork_trouble();

using mpit::signal_name;

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Runs one command under a small process that enforces the time limit and ends every descendant.
//
// Each supervisor is a session leader and a subreaper. All processes that the command forks, even
// detached ones, stay its descendants. They are distinct from other tests' processes and are gone
// when the supervisor reports.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace mpitcheck {

/// A command to run under a supervisor.
struct Command {
  std::vector<std::string> words;        ///< absolute program, arguments
  std::vector<std::string> environment;  ///< "K=V", complete
  std::string directory;                 ///< working directory
};

/// The limits that a supervisor enforces.
struct Limits {
  double seconds = 60;       ///< of GivenTime until SIGTERM to the command's process group
  double grace = 2;          ///< seconds from SIGTERM to SIGKILL of all processes
  std::uint64_t memory = 0;  ///< bytes of own_memory() of all processes, then SIGKILL; 0: none
  /// The paths of the progress pages of all ranks. If there are any, a command that reaches its
  /// limit is inspected before it is ended: whether it makes progress, and the stacks of its
  /// threads.
  std::vector<std::string> progress_pages;
};

/// A command that gets no processor time never reaches its limit. It is ended after this many times
/// its limit in wall time.
inline constexpr double most_times_limit = 20;

/// Whether a rank's progress page changed in the last part of its time.
enum class Movement : char { unknown, none, some };

/// The number of ranks whose progress pages are compared; further ranks stay unknown.
inline constexpr std::size_t most_ranks_watched = 64;

/// How a command ended; sent by its supervisor through a pipe in one piece.
struct Ending {
  int start_error = 0;  ///< errno if the command could not be started, or 0
  int wait_status = 0;  ///< of the command itself, as waitpid gives it
  bool timed_out = false;
  double seconds = 0;        ///< wall time of the command
  double given = 0;          ///< if timed out: GivenTime until then; may be below the limit
  std::uint64_t memory = 0;  ///< bytes that it used, if that exceeded the limit
  int left_behind = 0;       ///< descendants that outlived the command and had to be ended
  int unkillable = 0;        ///< descendants that could not be ended
  char left_names[64]{};     ///< names of some of those left behind
  double watched = 0;        ///< if timed out: seconds during which progress was watched
  Movement movement[most_ranks_watched]{};
};

/// The runner's end of a supervised command. Descriptors belong to the caller.
struct Supervised {
  pid_t supervisor = -1;
  int output = -1;  ///< the command's stdout, and stderr unless separate
  int errors = -1;  ///< its stderr if separate
  int stacks = -1;  ///< output of the stack printers, see stacks.hpp
  int ending = -1;  ///< one Ending, readable once the supervisor has ended
};

/// The files to which a supervisor and its command write. `errors` may be `output`; `stacks` is -1
/// if no stacks are needed.
struct Outlets {
  int output, errors, ending, stacks;
};

/// Starts `command`. The caller must be single-threaded, a subreaper, and must have SIGCHLD
/// blocked. Throws std::system_error if no process or pipe can be created.
Supervised start_supervised(const Command& command, const Limits& limits, bool errors_apart);

/// Turns this process into the supervisor of `command`. `runner` is its parent. Writes one Ending
/// to outlets.ending and exits.
[[noreturn]] void supervise(const Command& command, const Limits& limits, pid_t runner,
                            const Outlets& outlets);

/// The signals that ask a supervisor to end its command: in two stages, or at once.
inline constexpr int gentle_signal = SIGTERM, at_once_signal = SIGQUIT;
/// Asks a supervisor to end its command: SIGTERM, then SIGKILL after the grace time.
void end_gently(pid_t supervisor);
/// Asks a supervisor to end its command with SIGKILL.
void end_at_once(pid_t supervisor);

}  // namespace mpitcheck

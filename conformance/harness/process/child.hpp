// SPDX-License-Identifier: BSD-3-Clause
// Work in a forked copy of this process: what the library does to the copy costs us nothing.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"
#include "reference/testing/signal_name.hpp"

namespace mpitcheck {

/// Exit code of a child whose work threw an exception.
inline constexpr int child_threw = 99;

/// In the environment of what a launcher starts: a regular expression of the variables that tell a
/// process its place in the job. A forked child has none of them.
inline constexpr const char* place_variable = "MPITCHECK_PLACE";

struct ChildResult {
  int signal = 0;                        // that ended it, or 0
  int exit_code = 0;                     // if no signal did
  std::string output;                    // what it wrote, also when it died later
  std::vector<std::string> frames = {};  // of the library, where a fault ended it
};

/// Looks at a running child and may end it.
using Watcher = FunctionRef<void(pid_t child)>;

/// Runs `work` in a forked child with a file descriptor to write to, and waits for it. The child
/// has this process's MPI_T state but must not communicate. Throws std::runtime_error if there is
/// no child to be had. `watch` is asked a hundred times a second while it runs.
ChildResult in_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch = {});

/// Whether this process is such a child.
bool is_child();

/// Writes the whole text; false if that is not possible.
bool write_all(int file, std::string_view text);

using mpit::signal_name;

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The stacks of all threads of a process, as eu-stack (package elfutils) prints them.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::evidence {

/// One thread: names of functions, the innermost first, without the frames that every test has.
struct Stack {
  pid_t process = 0;
  std::vector<std::string> frames;
};

/// The stacks of all threads of one or more processes.
struct Stacks {
  std::vector<Stack> threads;
  std::string problem;  ///< why stacks are missing, and what helps; empty if complete
};

/// In a forked child: executes eu-stack, which prints the stacks of `process` to `out`. If that
/// fails, writes the reason to `out` and exits.
[[noreturn]] void become_stack_printer(pid_t process, int out);

/// Parses the output of one or more runs of eu-stack. The size of the result is bounded for any
/// text.
Stacks parse_stacks(std::string_view printed);

}  // namespace mpitcheck::evidence

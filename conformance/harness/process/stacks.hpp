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

struct Stacks {
  std::vector<Stack> threads;
  std::string problem;  ///< why stacks are missing, and what helps; empty if complete
};

/// Becomes eu-stack: it prints the stacks of `process` on `out`. For a forked child. Prints why if
/// it cannot.
[[noreturn]] void become_stack_printer(pid_t process, int out);

/// Parses the output of one or several eu-stack. The result is bounded for any text.
Stacks parse_stacks(std::string_view printed);

}  // namespace mpitcheck::evidence

// SPDX-License-Identifier: BSD-3-Clause
// Whose stacks they are.
#include "ci/mpitcheck/judge/stacks.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "conformance/harness/process/stacks.hpp"

namespace mpitcheck {
namespace {

/// The rank that a process is; the number of ranks for any other process.
std::size_t rank_of(pid_t process, const Evidence& evidence) {
  std::size_t rank = 0;
  while (rank < evidence.ranks.size() && evidence.ranks[rank].pid != process) ++rank;
  return rank;
}

}  // namespace

void attach_stacks(std::string_view printed, const Evidence& evidence, TestResult& result) {
  evidence::Stacks taken = evidence::parse_stacks(printed);
  const auto rank = [&](const evidence::Stack& stack) { return rank_of(stack.process, evidence); };
  std::ranges::stable_sort(taken.threads, {}, rank);
  pid_t process = 0;
  int number = 0;
  for (const evidence::Stack& stack : taken.threads) {
    number = stack.process == process ? number + 1 : 1;
    process = stack.process;
    const auto all = std::ranges::count(taken.threads, process, &evidence::Stack::process);
    const std::string owner = rank(stack) < evidence.ranks.size()
                                  ? fmt::format("rank {}", rank(stack))
                                  : fmt::format("another process ({})", process);
    result.stacks.push_back({fmt::format("{}, thread {} of {}", owner, number, all), stack.frames});
  }
  if (!taken.problem.empty()) {
    result.notes.push_back((taken.threads.empty() ? "no stacks: " : "stacks: ") + taken.problem);
  }
}

}  // namespace mpitcheck

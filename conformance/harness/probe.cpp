// SPDX-License-Identifier: BSD-3-Clause
// Probing in forked children.
#include "harness/probe.hpp"

#include <unistd.h>

#include <cstring>

#include "harness/child.hpp"

namespace mpitcheck {

std::vector<std::optional<int>> probe_each(std::size_t count,
                                           const std::function<int(std::size_t)>& probe) {
  std::vector<std::optional<int>> answers;
  while (answers.size() < count) {
    const ChildResult child = in_child([&](int out) {
      for (std::size_t i = answers.size(); i < count; ++i) {
        const int answer = probe(i);
        if (::write(out, &answer, sizeof answer) != sizeof answer) return;
      }
    });
    for (std::size_t at = 0; at + sizeof(int) <= child.output.size(); at += sizeof(int)) {
      int answer = 0;
      std::memcpy(&answer, child.output.data() + at, sizeof answer);
      answers.emplace_back(answer);
    }
    if (answers.size() < count) answers.emplace_back(std::nullopt);
  }
  return answers;
}

}  // namespace mpitcheck

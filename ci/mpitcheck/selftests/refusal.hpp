// SPDX-License-Identifier: BSD-3-Clause
// Command lines that are refused, and what such a refusal looks like.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {

/// A command line that must be refused with this exit code and one line that contains `part`.
struct BadCommandLine {
  const char* label;
  std::vector<std::string> arguments;  // TREE stands for the tree
  int exit_code;
  const char* part;

  friend void PrintTo(const BadCommandLine& bad, std::ostream* out) { *out << bad.label; }
};

/// One line on stderr that contains `part`, nothing on stdout, this exit code.
void expect_refusal(const Finished& run, int exit_code, const std::string& part);
/// The same of the whole command line, run in the tree's scratch folder.
void expect_refusal(const FakeTree& tree, const BadCommandLine& bad);

}  // namespace mpitcheck

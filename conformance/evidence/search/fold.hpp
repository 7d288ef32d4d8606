// SPDX-License-Identifier: BSD-3-Clause
// Repetition in a list of statements becomes a loop.
#pragma once

#include <string>
#include <vector>

namespace mpitcheck::evidence {

/// The lines of one call, kept together.
struct Block {
  std::vector<std::string> lines;
  bool alone = false;  ///< never part of a loop
};

/// The lines of all blocks; runs of the same blocks are written once, in a `for`.
std::vector<std::string> folded(const std::vector<Block>& blocks);

}  // namespace mpitcheck::evidence

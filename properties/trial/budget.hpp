// SPDX-License-Identifier: BSD-3-Clause
// How much a run tries, and what it tries alone.
#pragma once

#include <cstdint>
#include <optional>

#include "commands/command.hpp"

namespace mpitcheck::properties {

struct Budget {
  std::uint64_t seed;
  int cases;
  bool cases_given;  // by the user
  int max_size;
  bool shrinks;
  /// Set: only this sequence (MPITCHECK_COMMANDS, as evidence prints it).
  std::optional<Sequence> only;

  /// The defaults, changed by MPITCHECK_CASES and MPITCHECK_MAX_SIZE (the runner's --cases and
  /// --max-size) and by RC_PARAMS. Throws std::invalid_argument with the reason.
  static Budget from_environment(std::uint64_t seed, int cases);
};

}  // namespace mpitcheck::properties

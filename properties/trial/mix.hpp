// SPDX-License-Identifier: BSD-3-Clause
// What the sequences of a property are made of.
#pragma once

#include <utility>
#include <vector>

#include "commands/command.hpp"

namespace mpitcheck::properties {

/// Which commands a property makes, how often in relation to each other.
struct Mix {
  /// What each sequence begins with, so that there is something to work on.
  std::vector<Kind> opening = {};
  std::vector<std::pair<Kind, unsigned>> weights = {};
  /// One in so many sequences goes through MPI_T_ and PMPI_T_ in turn; 0: none does.
  unsigned profiling_in = 0;
};

}  // namespace mpitcheck::properties

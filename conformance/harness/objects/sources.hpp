// SPDX-License-Identifier: BSD-3-Clause
// Event sources, read in the simplest legal way.
#pragma once

#include <string>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// One source as MPI_T_source_get_info reports it.
struct SourceInfo {
  int index;
  std::string name;
  int ordering;
  MPI_Count ticks_per_second, max_ticks;

  [[nodiscard]] std::string label() const;  // source 0 "name"
  [[nodiscard]] bool is_ordered() const;
};

/// The number of sources; 0 if the query fails.
int source_num();

/// MPI_T_source_get_info for `into`, with NULL for info. Returns the code.
int query_source(int index, SourceInfo& into);

/// All sources whose query succeeds now. Throws CannotGoOn if there are none.
std::vector<SourceInfo> read_sources();

}  // namespace mpitcheck

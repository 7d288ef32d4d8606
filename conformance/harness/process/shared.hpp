// SPDX-License-Identifier: BSD-3-Clause
// Memory that this process shares with its forked children and with processes that replay its test
// (replay.hpp).
#pragma once

#include <cstddef>
#include <vector>

namespace mpitcheck {

/// Shares `bytes` bytes, all zero; throws std::bad_alloc.
void* share(std::size_t bytes);
void unshare(void* memory);

/// The shared regions in the order of their creation. A released region is null; released ones at
/// the end are dropped.
struct SharedRegion {
  void* at;
  std::size_t bytes;
};
const std::vector<SharedRegion>& shared_regions();

}  // namespace mpitcheck

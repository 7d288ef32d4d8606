// SPDX-License-Identifier: BSD-3-Clause
// Memory that this process shares with its forked children and with processes that replay its test
// (replay.hpp).
#pragma once

#include <cstddef>
#include <vector>

namespace mpitcheck {

/// Maps `bytes` bytes of shared memory, all zero. Throws std::bad_alloc on failure.
void* share(std::size_t bytes);
/// Releases memory that share() returned.
void unshare(void* memory);

/// A region of shared memory; `at` is null once it is released.
struct SharedRegion {
  void* at;
  std::size_t bytes;
};
/// All regions in the order of their creation, without released ones at the end. A replay of the
/// test creates the same regions.
const std::vector<SharedRegion>& shared_regions();

}  // namespace mpitcheck

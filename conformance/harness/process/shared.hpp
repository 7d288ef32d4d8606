// SPDX-License-Identifier: BSD-3-Clause
// Memory that this process shares with those that work for it: forked children, and processes that
// replay its way (again.hpp).
#pragma once

#include <cstddef>
#include <vector>

namespace mpitcheck {

/// This many bytes, all zero; throws std::bad_alloc.
void* share(std::size_t bytes);
void unshare(void* memory);

/// What is shared, in the order in which it was; null where it is not any more, but for the end.
struct SharedRegion {
  void* at;
  std::size_t bytes;
};
const std::vector<SharedRegion>& shared_regions();

}  // namespace mpitcheck

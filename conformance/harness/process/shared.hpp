// SPDX-License-Identifier: BSD-3-Clause
// Memory that processes share which work for this one: those that it forks, and those that come its
// way again (again.hpp).
#pragma once

#include <cstddef>
#include <vector>

namespace mpitcheck {

/// So many bytes of zeros; throws std::bad_alloc.
void* share(std::size_t bytes);
void unshare(void* memory);

/// What is shared, in the order in which it was; null where it is not any more, but for the end.
struct SharedRegion {
  void* at;
  std::size_t bytes;
};
const std::vector<SharedRegion>& shared_regions();

}  // namespace mpitcheck

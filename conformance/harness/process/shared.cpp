// SPDX-License-Identifier: BSD-3-Clause
// The list of shared regions.
#include "conformance/harness/process/shared.hpp"

#include <sys/mman.h>

#include <new>

namespace mpitcheck {
namespace {

std::vector<SharedRegion>& regions() {
  static std::vector<SharedRegion>& all = *new std::vector<SharedRegion>;
  return all;
}

}  // namespace

void* share(std::size_t bytes) {
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  regions().push_back({memory, bytes});
  return memory;
}

void unshare(void* memory) {
  for (SharedRegion& region : regions()) {
    if (region.at != memory) continue;
    ::munmap(memory, region.bytes);
    region.at = nullptr;
  }
  while (!regions().empty() && regions().back().at == nullptr) regions().pop_back();
}

const std::vector<SharedRegion>& shared_regions() { return regions(); }

}  // namespace mpitcheck

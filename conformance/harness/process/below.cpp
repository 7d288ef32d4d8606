// SPDX-License-Identifier: BSD-3-Clause
// Stepping down the stack.
#include "conformance/harness/process/below.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace mpitcheck {
namespace {

constexpr std::size_t floor_bytes = 65536;

}  // namespace

int floors_to_spare() {
  constexpr rlim_t most = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0) return 1;
  return static_cast<int>(std::clamp<rlim_t>(limit.rlim_cur / 8 / floor_bytes, 1, most));
}

void from_below(int floors, unsigned char content, FunctionRef<void()> work) {
  std::array<unsigned char, floor_bytes> above;
  std::memset(above.data(), content, floor_bytes);
  asm volatile("" : : "r"(above.data()) : "memory");
  floors > 1 ? from_below(floors - 1, content, work) : work();
  asm volatile("" : : "r"(above.data()) : "memory");
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Calls with a lower stack pointer.
#include "conformance/harness/process/deeper_stack.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" void* __libc_stack_end;  // of the loader: where main()'s stack begins

namespace mpitcheck {
namespace {

constexpr std::size_t level_bytes = 65536;

// Whether the current stack is that of main(). The stacks of threads may be small.
bool is_main_stack() {
  rlimit limit{};
  const char here = 0;
  const auto now = reinterpret_cast<std::uintptr_t>(&here);
  const auto end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  return ::getrlimit(RLIMIT_STACK, &limit) == 0 && now <= end && end - now < limit.rlim_cur;
}

}  // namespace

int spare_stack_levels() {
  if (!is_main_stack()) return 0;
  constexpr rlim_t most = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0) return 1;
  return static_cast<int>(std::clamp<rlim_t>(limit.rlim_cur / 8 / level_bytes, 1, most));
}

void call_deeper(int levels, unsigned char fill, FunctionRef<void()> work) {
  if (levels < 1) return work();
  std::array<unsigned char, level_bytes> above;
  std::memset(above.data(), fill, level_bytes);
  asm volatile("" : : "r"(above.data()) : "memory");
  levels > 1 ? call_deeper(levels - 1, fill, work) : work();
  asm volatile("" : : "r"(above.data()) : "memory");
}

}  // namespace mpitcheck

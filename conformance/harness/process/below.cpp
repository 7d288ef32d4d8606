// SPDX-License-Identifier: BSD-3-Clause
// Calls from further down the stack.
#include "conformance/harness/process/below.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" void* __libc_stack_end;  // of the loader: the begin of main()'s stack

namespace mpitcheck {
namespace {

constexpr std::size_t floor_bytes = 65536;

// Whether the current stack is the process's first. Stacks of threads, also of the library's, may
// be small.
bool is_main_stack() {
  rlimit limit{};
  const char here = 0;
  const auto now = reinterpret_cast<std::uintptr_t>(&here);
  const auto end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  return ::getrlimit(RLIMIT_STACK, &limit) == 0 && now <= end && end - now < limit.rlim_cur;
}

}  // namespace

int floors_to_spare() {
  if (!is_main_stack()) return 0;
  constexpr rlim_t most = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0) return 1;
  return static_cast<int>(std::clamp<rlim_t>(limit.rlim_cur / 8 / floor_bytes, 1, most));
}

void from_below(int floors, unsigned char content, FunctionRef<void()> work) {
  if (floors < 1) return work();
  std::array<unsigned char, floor_bytes> above;
  std::memset(above.data(), content, floor_bytes);
  asm volatile("" : : "r"(above.data()) : "memory");
  floors > 1 ? from_below(floors - 1, content, work) : work();
  asm volatile("" : : "r"(above.data()) : "memory");
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Linked into a program or library whose objects are compiled with -fsanitize-coverage=trace-pc:
// of each of their blocks that runs, in any process, a byte is set in the file which
// MPITCHECK_REACHED names, at the offset of the call below in the program or library.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

namespace {

constexpr std::size_t bytes = 16 << 20;  // more than there is text
char* reached = nullptr;
const char* beginning = nullptr;

[[gnu::constructor(101)]] void open_file() {
  const char* const name = std::getenv("MPITCHECK_REACHED");
  Dl_info here{};
  if (name == nullptr || dladdr(reinterpret_cast<const void*>(&open_file), &here) == 0) return;
  beginning = static_cast<const char*>(here.dli_fbase);
  const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, bytes) != 0) return;
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) reached = static_cast<char*>(memory);
}

}  // namespace

// Signal-safe.
extern "C" [[gnu::visibility("hidden")]] void __sanitizer_cov_trace_pc() {
  if (reached == nullptr) return;
  const auto offset =
      static_cast<std::size_t>(static_cast<const char*>(__builtin_return_address(0)) - beginning);
  if (offset < bytes) __atomic_store_n(&reached[offset], 1, __ATOMIC_RELAXED);
}

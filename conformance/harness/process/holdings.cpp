// SPDX-License-Identifier: BSD-3-Clause
// Counting in /proc/self, the heap and the keys.
#include "conformance/harness/process/holdings.hpp"

#include <limits.h>
#include <malloc.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "conformance/harness/facts/cannot_go_on.hpp"

namespace mpitcheck {

namespace {

long entries_of(const char* directory) {
  std::error_code refused;
  const std::filesystem::directory_iterator entries(directory, refused);
  if (refused) throw CannotGoOn("a system with /proc");
  return std::distance(begin(entries), end(entries));
}

long lines_of(const char* path) {
  std::ifstream file(path);
  return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
}

long pages_mapped() {
  std::ifstream file("/proc/self/statm");
  long pages = 0;
  file >> pages;
  return pages;
}

long heap_in_use() {
#if !defined(__GLIBC__)
  return 0;
#elif __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 heap = ::mallinfo2();
  return static_cast<long>(heap.uordblks + heap.hblkhd);
#else  // counts up to 4 GiB
  const struct mallinfo heap = ::mallinfo();
  return static_cast<long>(static_cast<unsigned>(heap.uordblks) +
                           static_cast<unsigned>(heap.hblkhd));
#endif
}

// A process has PTHREAD_KEYS_MAX keys. Those that can still be created are not in use.
long keys_in_use() {
  std::array<pthread_key_t, PTHREAD_KEYS_MAX> keys;
  std::size_t made = 0;
  while (made < keys.size() && ::pthread_key_create(&keys[made], nullptr) == 0) ++made;
  for (std::size_t i = 0; i < made; ++i) ::pthread_key_delete(keys[i]);
  return static_cast<long>(keys.size() - made);
}

}  // namespace

Holdings Holdings::now() {
  return {entries_of("/proc/self/fd"), keys_in_use(), entries_of("/proc/self/task"), heap_in_use(),
          lines_of("/proc/self/maps"), pages_mapped()};
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The shared page.
#include "oracle/account.hpp"

#include <sys/mman.h>

#include <new>

namespace mpitcheck::properties {

Account& account() {
  static Account* const shared = [] {
    void* const memory =
        ::mmap(nullptr, sizeof(Account), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return new (memory) Account;
  }();
  return *shared;
}

}  // namespace mpitcheck::properties

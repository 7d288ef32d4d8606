// SPDX-License-Identifier: BSD-3-Clause
// The shared page.
#include "properties/oracle/account.hpp"

#include <sys/mman.h>

#include <new>

namespace mpitcheck::properties {

namespace {

template <class T>
T* make_shared_page() {
  void* const memory =
      ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return new (memory) T;
}

}  // namespace

Account& account() {
  static Account* const shared = make_shared_page<Account>();
  return *shared;
}

Usable& usable() {
  static Usable* const shared = make_shared_page<Usable>();
  return *shared;
}

}  // namespace mpitcheck::properties

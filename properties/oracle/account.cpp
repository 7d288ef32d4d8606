// SPDX-License-Identifier: BSD-3-Clause
// The shared page.
#include "properties/oracle/account.hpp"

#include <new>

#include "conformance/harness/process/shared.hpp"

namespace mpitcheck::properties {

namespace {

template <class T>
T* make_shared_page() {
  return new (share(sizeof(T))) T;
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

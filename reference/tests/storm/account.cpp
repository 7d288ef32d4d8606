// SPDX-License-Identifier: BSD-3-Clause
// The first thing that went wrong.
#include "account.hpp"

#include <cstdio>

namespace storm {
namespace {

std::atomic<const char*> first{nullptr};
std::atomic<long long> first_detail{0};

}  // namespace

void complain(const char* what, long long detail) noexcept {
  const char* nothing = nullptr;
  if (first.compare_exchange_strong(nothing, what)) first_detail = detail;
}

bool complained() noexcept { return first != nullptr; }

bool print_complaint() {
  if (!complained()) return false;
  std::printf("violation: %s: %lld\n", first.load(), first_detail.load());
  return true;
}

}  // namespace storm

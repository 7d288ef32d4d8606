// SPDX-License-Identifier: BSD-3-Clause
// Reports to the runner that a fault showed.
#include "conformance/faults/interposer/effect.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

namespace mpitcheck::faults {
namespace {

/// Shared by all processes under a fault. A call whose process ended in it showed.
struct Account {
  std::atomic<std::uint64_t> begun, ended, effects;
};

Account* open_account() {
  const char* const path = std::getenv("MPITCHECK_FAULT_EFFECT");
  const int file = path == nullptr ? -1 : ::open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* const memory =
      ::mmap(nullptr, sizeof(Account), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<Account*>(memory);
}

Account* account() {
  static Account* const opened = open_account();
  return opened;
}

thread_local ReplacedCall* innermost = nullptr;

}  // namespace

void took_effect() {
  if (account() != nullptr) ++account()->effects;
}

bool is_effect_sought() { return account() != nullptr && account()->effects == 0; }

ReplacedCall::ReplacedCall(const void* its_function, std::string its_arguments)
    : function(its_function), arguments(std::move(its_arguments)), outer_(innermost) {
  innermost = this;
  if (account() != nullptr) ++account()->begun;
}

ReplacedCall::~ReplacedCall() {
  innermost = outer_;
  if (account() != nullptr) ++account()->ended;
}

ReplacedCall* ReplacedCall::current() { return innermost; }

}  // namespace mpitcheck::faults

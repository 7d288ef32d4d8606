// SPDX-License-Identifier: BSD-3-Clause
// Ways not to end.
#include <fcntl.h>
#include <unistd.h>

#include <barrier>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include "ci/mpitcheck/tests/hostile/acts.hpp"

namespace hostile {
namespace {

[[gnu::noinline]] void take_both(std::mutex& first, std::mutex& second, std::barrier<>& met) {
  first.lock();
  met.arrive_and_wait();
  second.lock();
}

void deadlock(const Account& account) {
  account.in_call();
  std::mutex one, other;
  std::barrier met(2);
  std::thread thread([&] { take_both(one, other, met); });
  take_both(other, one, met);
  thread.join();
}

[[gnu::noinline]] void read_from_nobody() {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  char byte = 0;
  [[maybe_unused]] const ssize_t got = ::read(ends[0], &byte, 1);
}

void wait_in_system_call(const Account& account) {
  account.in_call();
  read_from_nobody();
}

/// The child hangs, as in a sweep of forked children; the parent waits for it.
void fork_and_hang(const Account& account) {
  account.in_call();
  if (::fork() == 0) read_from_nobody();
  for (;;) ::pause();
}

void go_on_for_ever(const Account& account) {
  account.in_call();
  for (;;) {
    account.step();
    ::usleep(1000);
  }
}

/// The first time in a call of MPI that is not the interface's; then all is well.
void hang_in_mpi_once(const Account& account) {
  const char* const mark = std::getenv("HOSTILE_MARK");
  if (mark == nullptr) std::abort();
  const int file = ::open((std::string(mark) + "-once").c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file < 0) return account.pass();
  account.begin();
  account.progress(account.quality, "MPI_Init(NULL, NULL)", true);
  read_from_nobody();
}

}  // namespace

const std::map<std::string, Act>& acts_late() {
  static const std::map<std::string, Act> table{{"late.deadlock", deadlock},
                                                {"late.system_call", wait_in_system_call},
                                                {"late.forked", fork_and_hang},
                                                {"late.goes_on", go_on_for_ever},
                                                {"late.in_mpi_once", hang_in_mpi_once}};
  return table;
}

}  // namespace hostile

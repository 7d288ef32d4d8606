// SPDX-License-Identifier: BSD-3-Clause
// The executor's side of a nursery: a process of a test program that forks a process for each test;
// conformance/harness/test/nursery.hpp says why.
#pragma once

#include <string>

#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {

/// One nursery. It may come up late, never, or die: then it makes nothing, and tests are started
/// without it.
class Nursery {
 public:
  /// Starts `command` with the option --nursery. Never throws: at worst it does not come up.
  explicit Nursery(Command command);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  /// Lets it make the supervisor of a test, which starts as soon as this returns; -1 if it cannot.
  pid_t make_supervisor(const std::string& request, const Outlets& outlets);

 private:
  void start(Command command);
  /// It has offered itself. Never waits.
  bool is_up();
  void give_up();

  int socket_ = -1;   // -1: it is of no use
  int printed_ = -1;  // what it printed
  int process_ = -1;  // pidfd
  bool up_ = false;
};

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The executor's side of a nursery, a process of a test program that forks a process for each test.
// docs/isolation.md gives the reasons.
#pragma once

#include <string>

#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {

/// One nursery. While it is not ready, and after its death, tests are started without it. Not
/// thread-safe.
class Nursery {
 public:
  /// Starts `command` with the option --nursery. Errors do not throw: the nursery is then never
  /// ready.
  explicit Nursery(Command command);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  /// Lets the nursery make the supervisor of a test. Returns its process id, or -1 if the nursery
  /// is not ready or fails. The test starts when this returns.
  pid_t make_supervisor(const std::string& request, const Outlets& outlets);

 private:
  void start(Command command);
  /// Whether the nursery is ready. Does not block.
  bool is_up();
  void give_up();

  int socket_ = -1;   // -1: the nursery cannot be used
  int printed_ = -1;  // what the nursery printed
  int process_ = -1;  // pidfd
  bool up_ = false;
};

}  // namespace mpitcheck

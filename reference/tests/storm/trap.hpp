// SPDX-License-Identifier: BSD-3-Clause
// Ends the process if a signal handler allocates or locks.
#pragma once

namespace storm {

/// While it lives, calls of malloc and similar functions, operator new, pthread locks and
/// semaphores by this thread end the process with a line that names the function. Without effect
/// under sanitizers, which replace the same functions.
class InHandler {
 public:
  InHandler() noexcept { set(true); }
  ~InHandler() { set(false); }
  InHandler(const InHandler&) = delete;
  InHandler& operator=(const InHandler&) = delete;

 private:
  static void set(bool in_handler) noexcept;
};

}  // namespace storm

// SPDX-License-Identifier: BSD-3-Clause
// Allocation and locks end the process while a signal handler runs.
#pragma once

namespace storm {

/// While it lives, malloc and its like, operator new, pthread locks and semaphores end the process
/// with a line that names what was called on this thread. Not under sanitizers, which replace the
/// same functions.
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

// SPDX-License-Identifier: BSD-3-Clause
// The kernel interrupts the threads that run.
#include "engine/barrier.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace mpit {

namespace {

bool membarrier(int command) noexcept { return ::syscall(SYS_membarrier, command, 0, 0) == 0; }

}  // namespace

void heavy_barrier() noexcept {
  const int error = errno;
  // Each is a full barrier for the caller too. A process has to announce itself once; where that is
  // refused, the slow way is left.
  if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
    membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) membarrier(MEMBARRIER_CMD_GLOBAL);
  }
  errno = error;
}

}  // namespace mpit

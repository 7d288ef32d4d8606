// SPDX-License-Identifier: BSD-3-Clause
// The kernel performs the heavy barrier by interrupting running threads. If it refuses (old
// kernels, filters of system calls), both sides of a pair of barriers use fences.
#include "reference/engine/core/barrier.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace mpit {

namespace {

bool membarrier(int command) noexcept { return ::syscall(SYS_membarrier, command, 0, 0) == 0; }

// Runs on each processor in turn. A thread that ran there had to leave it, which is a full barrier.
// Unmapping a touched page would be simpler, but interrupts no thread on processors with broadcast
// TLB invalidation (Arm, newer AMD).
void visit_processors() noexcept {
  std::array<unsigned long, 8192 / (8 * sizeof(unsigned long))> own{};
  const long bytes = ::syscall(SYS_sched_getaffinity, 0, sizeof own, own.data());
  for (long processor = 0; processor < 8 * bytes; ++processor) {
    std::array<unsigned long, own.size()> one{};
    constexpr long bits = 8 * sizeof(unsigned long);
    one[static_cast<std::size_t>(processor / bits)] = 1UL << processor % bits;
    ::syscall(SYS_sched_setaffinity, 0, sizeof one,
              one.data());  // refused: none of our threads runs there
  }
  if (bytes > 0) ::syscall(SYS_sched_setaffinity, 0, sizeof own, own.data());
}

// Whether all light barriers that began before light_barriers_fence was set have ended.
constinit std::atomic<bool> all_light_barriers_fence{true};

}  // namespace

namespace detail {

constinit std::atomic<bool> light_barriers_fence{true};

}  // namespace detail

void prepare_barriers() noexcept {
  [[maybe_unused]] static const bool prepared = [] {
    const bool refused = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) ||
                         !membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    all_light_barriers_fence.store(refused, std::memory_order_seq_cst);
    detail::light_barriers_fence.store(refused, std::memory_order_seq_cst);
    return true;
  }();
}

void heavy_barrier() noexcept {
  __sync_synchronize();
  if (all_light_barriers_fence.load(std::memory_order_seq_cst)) return;
  const int error = errno;
  if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
    // A filter was installed after prepare_barriers. New light barriers fence from here on. Older
    // ones end before this thread has visited all processors. Concurrent callers make their own
    // visit, since a signal handler cannot wait for the code that it interrupted.
    detail::light_barriers_fence.store(true, std::memory_order_seq_cst);
    visit_processors();
    all_light_barriers_fence.store(true, std::memory_order_seq_cst);
  }
  errno = error;
}

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// For the heavy barrier the kernel interrupts the threads that run. Where it refuses (old kernels,
// filters of system calls) both sides of each pair of barriers fence themselves.
#include "reference/engine/core/barrier.hpp"

#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace mpit {

namespace {

bool membarrier(int command) noexcept { return ::syscall(SYS_membarrier, command, 0, 0) == 0; }

// What a thread stored before a page that it touched is unmapped is seen by all, and the threads
// that run are interrupted for it: a barrier for all, for the one time that it is needed.
void unmap_a_page() noexcept {
  constexpr std::size_t bytes = 4096;
  void* const page =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  *static_cast<volatile char*>(page) = 1;
  munmap(page, bytes);
}

}  // namespace

namespace detail {

constinit std::atomic<bool> light_barriers_fence{true};

}  // namespace detail

void prepare_barriers() noexcept {
  [[maybe_unused]] static const bool prepared = [] {
    const bool refused = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) ||
                         !membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    detail::light_barriers_fence.store(refused, std::memory_order_seq_cst);
    return true;
  }();
}

void heavy_barrier() noexcept {
  __sync_synchronize();
  if (detail::light_barriers_fence.load(std::memory_order_seq_cst)) return;
  const int error = errno;
  if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
    // A filter that came later. From here on light barriers fence; those that did not see it yet
    // are passed by the time that the page is gone.
    detail::light_barriers_fence.store(true, std::memory_order_seq_cst);
    unmap_a_page();
  }
  errno = error;
}

}  // namespace mpit

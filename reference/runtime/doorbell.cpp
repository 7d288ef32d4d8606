// SPDX-License-Identifier: BSD-3-Clause
// Doorbells: a futex that is only rung if somebody sleeps.
#include "doorbell.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mpit::runtime {
namespace {

constexpr int looks_on_own_core = 400;  // a few microseconds: what a message between cores takes
constexpr int looks_among_others = 2;   // each after all others had their turn

bool is_told(const ProcessSlot& slot, std::uint32_t bell) {
  return slot.senders.load(std::memory_order_seq_cst) != 0 ||
         slot.bell.load(std::memory_order_seq_cst) != bell;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// The futex is shared between processes, hence not FUTEX_PRIVATE_FLAG.
void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

}  // namespace

void wake(ProcessSlot& slot) {
  slot.bell.fetch_add(1, std::memory_order_seq_cst);
  if (slot.sleeping.load(std::memory_order_seq_cst) != 0) futex(slot.bell, FUTEX_WAKE, 1);
}

void ring_bell(ProcessSlot& slot, int sender) {
  slot.senders.fetch_or(std::uint64_t{1} << sender, std::memory_order_seq_cst);
  if (slot.sleeping.load(std::memory_order_seq_cst) != 0) wake(slot);
}

void await_bell(ProcessSlot& slot, std::uint32_t bell, bool own_core) {
  for (int i = 0; own_core && i != looks_on_own_core; ++i) {
    if (is_told(slot, bell)) return;
    relax();
  }
  for (int i = 0; i != looks_among_others; ++i) {
    if (is_told(slot, bell)) return;
    sched_yield();
  }
  slot.sleeping.store(1, std::memory_order_seq_cst);
  // A bell that was rung since the last look makes the wait return at once.
  if (!is_told(slot, bell)) futex(slot.bell, FUTEX_WAIT, bell);
  slot.sleeping.store(0, std::memory_order_seq_cst);
}

}  // namespace mpit::runtime

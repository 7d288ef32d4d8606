// SPDX-License-Identifier: BSD-3-Clause
// Visits of all threads: each records the epoch of its begin in its thread's block.
#include "reference/engine/core/visit.hpp"

namespace mpit {

namespace detail {

constinit std::atomic<std::uint64_t> visit_epoch{1};

ThreadBlock* begin_first_visit() noexcept {
  ThreadBlock* const block = claim_block();
  if (block == nullptr) {
    shared_block->visiting.fetch_add(1, std::memory_order_seq_cst);
    light_barrier();  // like other visits: the add does not order later loads
  }
  return block;
}

void end_shared_visit() noexcept { shared_block->visiting.fetch_sub(1, std::memory_order_release); }

}  // namespace detail

std::uint64_t Visit::close_epoch() noexcept {
  return detail::visit_epoch.fetch_add(1, std::memory_order_acq_rel);
}

bool Visit::all_newer_than(std::uint64_t moment) noexcept {
  if (!single_threaded()) heavy_barrier();
  const detail::ThreadBlock* block = detail::shared_block;
  if (block->visiting.load(std::memory_order_acquire) != 0) return false;
  while ((block = block->next.load(std::memory_order_acquire)) != nullptr) {
    const std::uint64_t since = block->visiting.load(std::memory_order_acquire);
    if (since != 0 && since <= moment) return false;
  }
  return true;
}

}  // namespace mpit

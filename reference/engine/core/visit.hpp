// SPDX-License-Identifier: BSD-3-Clause
// What keeps a handle's contents in place while they are used without a lock: nothing that was
// withdrawn is dismantled before everyone who may have found it has left.
#pragma once

#include <atomic>
#include <cstdint>

#include "reference/engine/core/barrier.hpp"
#include "reference/engine/core/single_threaded.hpp"
#include "reference/engine/core/thread_words.hpp"

namespace mpit {

namespace detail {

/// Grows when something was withdrawn, in any engine of the process. Never 0.
#if defined(__GNUC__)
[[gnu::visibility("protected")]]
#endif
extern constinit std::atomic<std::uint64_t>
    visit_epoch;

/// A thread's first visit: its block; null without memory for one, then the visit is counted in the
/// shared block. Signal-safe.
[[gnu::cold]] ThreadBlock* begin_first_visit() noexcept;
[[gnu::cold]] void end_shared_visit() noexcept;

}  // namespace detail

/// As long as one lives on a thread, what the thread finds through handles stays as it is.
/// Wait-free but for a thread's first one; signal-safe: nested in another it does nothing.
class Visit {
 public:
  Visit() noexcept {
    detail::ThreadBlock* block = detail::get_current_block();
    if (block == nullptr) [[unlikely]] {
      block = detail::begin_first_visit();
      is_shared_ = block == nullptr;
      if (is_shared_) return;
    }
    if (block->visiting.load(std::memory_order_relaxed) != 0) return;
    outermost_ = block;
    block->visiting.store(detail::visit_epoch.load(std::memory_order_acquire),
                          std::memory_order_release);
    light_barrier();  // who does not see this visit withdrew before what follows looks
  }
  ~Visit() {
    if (outermost_ != nullptr) [[likely]] {
      outermost_->visiting.store(0, std::memory_order_release);
    } else if (is_shared_) [[unlikely]] {
      detail::end_shared_visit();
    }
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  /// Whether no visit is under way, as far as that can be told at once: in single-threaded
  /// processes.
  static bool none() noexcept {
    if (!single_threaded()) return false;
    const detail::ThreadBlock* const block = detail::get_current_block();
    return (block == nullptr || block->visiting.load(std::memory_order_relaxed) == 0) &&
           detail::shared_block->visiting.load(std::memory_order_relaxed) == 0;
  }
  /// A moment after all that this thread withdrew: newer visits do not find it.
  static std::uint64_t close_epoch() noexcept;
  /// Whether all visits under way are newer than that moment.
  static bool all_newer_than(std::uint64_t moment) noexcept;

 private:
  detail::ThreadBlock* outermost_ = nullptr;
  bool is_shared_ = false;
};

}  // namespace mpit

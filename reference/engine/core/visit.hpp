// SPDX-License-Identifier: BSD-3-Clause
// Keeps the content of handles in place while it is used without a lock. Withdrawn objects are
// dismantled only after every thread that may have found them has left.
#pragma once

#include <atomic>
#include <cstdint>

#include "reference/engine/core/barrier.hpp"
#include "reference/engine/core/single_threaded.hpp"
#include "reference/engine/core/thread_words.hpp"

namespace mpit {

namespace detail {

/// Increases when something was withdrawn in any engine of the process. Never 0.
#if defined(__GNUC__)
[[gnu::visibility("protected")]]
#endif
extern constinit std::atomic<std::uint64_t>
    visit_epoch;

/// Begins a thread's first visit and returns its block. Without memory for one, returns null, and
/// the shared block counts the visit. Signal-safe.
[[gnu::cold]] ThreadBlock* begin_first_visit() noexcept;
[[gnu::cold]] void end_shared_visit() noexcept;

}  // namespace detail

/// During the lifetime of a Visit on a thread, everything that the thread finds through handles
/// stays unchanged. Wait-free except for a thread's first visit. Signal-safe: a nested visit does
/// nothing.
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
    // A thread that does not see this visit withdrew its objects before the visitor's next loads.
    light_barrier();
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

  /// Whether there is no visit, as far as this is cheap to find out: in single-threaded processes.
  static bool none() noexcept {
    if (!single_threaded()) return false;
    const detail::ThreadBlock* const block = detail::get_current_block();
    return (block == nullptr || block->visiting.load(std::memory_order_relaxed) == 0) &&
           detail::shared_block->visiting.load(std::memory_order_relaxed) == 0;
  }
  /// An epoch after everything that this thread withdrew: newer visits do not find it.
  static std::uint64_t close_epoch() noexcept;
  /// Whether all current visits are newer than that epoch.
  static bool all_newer_than(std::uint64_t moment) noexcept;

 private:
  detail::ThreadBlock* outermost_ = nullptr;
  bool is_shared_ = false;
};

}  // namespace mpit

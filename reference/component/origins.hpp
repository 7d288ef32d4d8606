// SPDX-License-Identifier: BSD-3-Clause
// The component's own count of its sums, which INIT resets.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit::detail {

/// The value of each element at which the component's own count began. Handles are not affected,
/// because their counts must not fall. Wait-free, any thread.
class Origins {
 public:
  explicit Origins(std::shared_ptr<const SumStorage> storage)
      : storage_(std::move(storage)), words_(static_cast<std::size_t>(storage_->count())) {}

  /// Restarts the count of the element.
  void set(int element) noexcept { at(element) = storage_->load(element); }

  /// The element's count since the last set(), or since the construction, as a word.
  std::uint64_t count_since(int element) const noexcept {
    const std::uint64_t now = storage_->load(element);
    const std::uint64_t then = at(element);
    if (storage_->datatype() != Datatype::double_) return now - then;
    return to_word(to_double(now) - to_double(then));
  }

 private:
  std::atomic<std::uint64_t>& at(int element) noexcept {
    return words_[static_cast<std::size_t>(element)];
  }
  const std::atomic<std::uint64_t>& at(int element) const noexcept {
    return words_[static_cast<std::size_t>(element)];
  }

  const std::shared_ptr<const SumStorage> storage_;
  std::vector<std::atomic<std::uint64_t>> words_;  // 0 is also the bits of 0.0
};

}  // namespace mpit::detail

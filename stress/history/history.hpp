// SPDX-License-Identifier: BSD-3-Clause
// What one thread did: entries in memory that is there beforehand, so that noting one costs a store
// or two and no lock. A full history ends its round; rounds are judged one by one, so memory does
// not depend on the duration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mpitcheck::stress {

/// One call: what was done to which object, the code, the value that came out.
struct Entry {
  std::uint64_t value;
  std::int32_t code;
  std::uint16_t what;
  std::uint16_t object;
};

template <class E = Entry>
class History {
 public:
  explicit History(std::size_t capacity = default_capacity) : entries_(capacity) {}

  [[nodiscard]] bool full() const { return size_ == entries_.size(); }
  [[nodiscard]] std::size_t room() const { return entries_.size() - size_; }
  /// Not beyond full().
  void add(const E& entry) { entries_[size_++] = entry; }
  void clear() { size_ = 0; }
  [[nodiscard]] std::span<const E> entries() const { return {entries_.data(), size_}; }

  /// 256 KiB of Entry a thread.
  static constexpr std::size_t default_capacity = 1U << 14U;

 private:
  std::vector<E> entries_;
  std::size_t size_ = 0;
};

/// One per thread.
template <class E = Entry>
using Histories = std::vector<History<E>>;

}  // namespace mpitcheck::stress

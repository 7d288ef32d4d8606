// SPDX-License-Identifier: BSD-3-Clause
// Two copies of a long value: writers fill the one that readers do not use.
#include "reference/engine/core/value.hpp"

#include <algorithm>
#include <cstring>

namespace mpit {

namespace {

// Words in each of the two copies.
std::size_t words_for(std::size_t bytes) {
  constexpr std::size_t word = sizeof(std::uint64_t);
  return bytes <= word ? 0 : (bytes + word - 1) / word;
}

}  // namespace

CvarValue::CvarValue(std::size_t bytes) : bytes_(bytes) {
  // Not in one initializer list of both: GCC 11 leaks the first if the second throws.
  for (Words& copy : copies_) copy = Words(words_for(bytes));
}

void CvarValue::read(void* buf) const noexcept {
  if (bytes_ <= sizeof(std::uint64_t)) {
    const std::uint64_t word = word_.load(std::memory_order_acquire);
    std::memcpy(buf, &word, bytes_);
    return;
  }
  std::uint64_t version = version_.load(std::memory_order_acquire);
  for (;;) {
    const Words& words = copies_[version % 2];
    for (std::size_t i = 0; i != words.size(); ++i) {
      const std::uint64_t word = words[i].load(std::memory_order_acquire);
      std::memcpy(static_cast<std::byte*>(buf) + 8 * i, &word,
                  std::min<std::size_t>(8, bytes_ - 8 * i));
    }
    const std::uint64_t after = version_.load(std::memory_order_acquire);
    if (after == version) return;
    version = after;
  }
}

void CvarValue::write(const void* buf) noexcept {
  if (bytes_ <= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    if (bytes_ != 0) std::memcpy(&word, buf, bytes_);
    word_.store(word, std::memory_order_release);
    return;
  }
  const std::uint64_t version = version_.load(std::memory_order_relaxed) + 1;
  Words& words = copies_[version % 2];
  for (std::size_t i = 0; i != words.size(); ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const std::byte*>(buf) + 8 * i,
                std::min<std::size_t>(8, bytes_ - 8 * i));
    // Release: a thread that reads this word of a later version must also see the changed version
    // number.
    words[i].store(word, std::memory_order_release);
  }
  version_.store(version, std::memory_order_release);
}

}  // namespace mpit

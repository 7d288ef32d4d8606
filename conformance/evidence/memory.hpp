// SPDX-License-Identifier: BSD-3-Clause
// Reads memory at addresses that a caller passed, valid or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mpitcheck::evidence {

/// Reads memory of this process by pages and keeps them, because the arguments of a call are on few
/// pages, and reading one is a system call. Not thread-safe.
class Memory {
 public:
  /// The `size` bytes at `address`; fewer, or none, if the memory ends before.
  std::string bytes_at(std::uint64_t address, std::size_t size);

  /// The value at `address`; 0 if there is no memory.
  template <class Value>
  Value value_at(std::uint64_t address) {
    Value value{};
    bytes_at(address, sizeof value).copy(reinterpret_cast<char*>(&value), sizeof value);
    return value;
  }

  /// The `size` bytes at `address`, 8 at most, as a word; 0 if there is no memory.
  std::uint64_t word_at(std::uint64_t address, std::size_t size) {
    std::uint64_t word = 0;
    bytes_at(address, size).copy(reinterpret_cast<char*>(&word), sizeof word);
    return word;
  }

  /// Drops the pages that were read, because their memory may have changed.
  void forget() { pages_.clear(); }

 private:
  struct Page {
    std::uint64_t address;
    std::string bytes;  // empty: there is no such page
  };
  const std::string& page_at(std::uint64_t address);

  std::vector<Page> pages_;
};

/// The bits of an argument, which has at most 8 bytes.
template <class Argument>
std::uint64_t word_of(const Argument& argument) {
  static_assert(sizeof argument <= sizeof(std::uint64_t));
  std::uint64_t word = 0;
  __builtin_memcpy(&word, &argument, sizeof argument);
  return word;
}

}  // namespace mpitcheck::evidence

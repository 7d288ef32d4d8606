// SPDX-License-Identifier: BSD-3-Clause
// Looking at memory that a caller handed over, whatever it points to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mpitcheck::evidence {

/// This process's memory, as it was when a page was first looked at: the arguments of a call lie on
/// few pages, and each look at one is a system call.
class Memory {
 public:
  /// Up to `size` bytes at `address`; fewer, or none, where memory ends.
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

  /// What was looked at may have changed.
  void forget() { pages_.clear(); }

 private:
  struct Page {
    std::uint64_t address;
    std::string bytes;  // none: there is no such page
  };
  const std::string& page_at(std::uint64_t address);

  std::vector<Page> pages_;
};

/// An argument as it goes through a register.
template <class Argument>
std::uint64_t word_of(const Argument& argument) {
  static_assert(sizeof argument <= sizeof(std::uint64_t));
  std::uint64_t word = 0;
  __builtin_memcpy(&word, &argument, sizeof argument);
  return word;
}

}  // namespace mpitcheck::evidence

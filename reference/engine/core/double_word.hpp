// SPDX-License-Identifier: BSD-3-Clause
// Doubles as the 64-bit words that hold their bits.
#pragma once

#include <cstdint>
#include <cstring>

namespace mpit {

// By memcpy: libstdc++ has std::bit_cast from version 11 on.
inline std::uint64_t to_word(double value) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

inline double to_double(std::uint64_t word) noexcept {
  double value = 0;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic and text of 128-bit numbers.
#include "conformance/harness/facts/number.hpp"

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

std::string Number::text() const {
  if (!is_whole_) return double_text(real_);
  constexpr std::uint64_t half = 0xffffffff;
  const Number size = magnitude();
  std::uint64_t high = size.high_, low = size.low_;
  std::string digits;
  do {
    const std::uint64_t upper = high % 10 << 32U | low >> 32U;
    const std::uint64_t lower = upper % 10 << 32U | (low & half);
    digits.insert(digits.begin(), static_cast<char>('0' + lower % 10));
    high /= 10;
    low = upper / 10 << 32U | lower / 10;
  } while (high != 0 || low != 0);
  return (is_negative() ? "-" : "") + digits;
}

}  // namespace mpitcheck

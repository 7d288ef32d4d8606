// SPDX-License-Identifier: BSD-3-Clause
// Elements of a variable's value, their sums and differences.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace mpitcheck {

/// A whole number of up to 128 bits, or a double. Sums and comparisons of whole numbers are exact,
/// whereas a double rounds 64-bit values above 2^53. For a comparison with a double, e.g. an
/// infinite bound, a whole number is converted to double. Async-signal-safe except text().
class Number {
 public:
  constexpr Number() = default;
  template <std::integral T>
  constexpr Number(T whole) : low_(static_cast<std::uint64_t>(whole)) {
    if constexpr (std::is_signed_v<T>) high_ = whole < 0 ? ~std::uint64_t{0} : 0;
  }
  constexpr Number(double real) : is_whole_(false), real_(real) {}

  [[nodiscard]] constexpr double as_double() const {
    if (!is_whole_) return real_;
    const Number size = magnitude();
    const double real = static_cast<double>(size.high_) * 0x1p64 + static_cast<double>(size.low_);
    return is_negative() ? -real : real;
  }

  /// All digits of a whole number, or the shortest text that identifies a double: "3", "0.1",
  /// "1e+300".
  [[nodiscard]] std::string text() const;

  friend constexpr Number operator+(const Number& a, const Number& b) {
    if (!a.is_whole_ || !b.is_whole_) return a.as_double() + b.as_double();
    const std::uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
  }
  friend constexpr Number operator-(const Number& a, const Number& b) {
    if (!a.is_whole_ || !b.is_whole_) return a.as_double() - b.as_double();
    return {a.high_ - b.high_ - (a.low_ < b.low_ ? 1 : 0), a.low_ - b.low_};
  }
  constexpr Number& operator+=(const Number& more) { return *this = *this + more; }
  constexpr Number& operator-=(const Number& less) { return *this = *this - less; }

  friend constexpr std::partial_ordering operator<=>(const Number& a, const Number& b) {
    if (!a.is_whole_ || !b.is_whole_) return a.as_double() <=> b.as_double();
    if (a.high_ == b.high_) return a.low_ <=> b.low_;
    return static_cast<std::int64_t>(a.high_) <=> static_cast<std::int64_t>(b.high_);
  }
  friend constexpr bool operator==(const Number& a, const Number& b) {
    return (a <=> b) == std::partial_ordering::equivalent;
  }

 private:
  constexpr Number(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  [[nodiscard]] constexpr bool is_negative() const { return high_ >> 63U != 0; }
  [[nodiscard]] constexpr Number magnitude() const { return is_negative() ? 0 - *this : *this; }

  bool is_whole_ = true;
  double real_ = 0;
  std::uint64_t high_ = 0, low_ = 0;  // in two's complement
};

}  // namespace mpitcheck

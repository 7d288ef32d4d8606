// SPDX-License-Identifier: BSD-3-Clause
// Logarithmic axes of the plots.
#pragma once

#include <string>
#include <vector>

namespace mpitcheck::report {

/// From power of ten to power of ten, between two coordinates of a picture.
class LogAxis {
 public:
  /// Covers the positive `values` whole; one decade if there are none.
  LogAxis(const std::vector<double>& values, double from, double to);

  /// Where a value lies; at the near end what is below, as 0 is.
  [[nodiscard]] double at(double value) const;

  /// The powers of ten on it; only every other, third, ... if they are more than `most`.
  [[nodiscard]] std::vector<double> ticks(std::size_t most) const;

 private:
  int low_ = 0, high_ = 1;  // exponents
  double from_, to_;
};

/// "10 ns", "1 µs", "100 ms"
std::string time_label(double ns);

/// "1", "1,000", "10⁶"
std::string size_label(double size);

/// A coordinate, to a tenth.
std::string place(double coordinate);

}  // namespace mpitcheck::report

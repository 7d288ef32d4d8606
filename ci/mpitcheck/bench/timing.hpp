// SPDX-License-Identifier: BSD-3-Clause
// How long to measure, so that the whole ends in time.
#pragma once

#include <cstddef>

namespace mpitcheck::bench {

/// What the discovery told of a repetition.
struct Workload {
  double fixed_seconds = 0;  ///< start-ups and preparations, per repetition
  std::size_t rows = 0;      ///< measured per repetition
};

struct Timing {
  double min_time = 0;  ///< seconds per measurement
  std::size_t inner = 1;
};

/// Shares out `seconds` among `repetitions`.
Timing plan_timing(double seconds, std::size_t repetitions, const Workload& work);

/// The time per measurement for the next repetition, given that the last one took `last` seconds
/// and `left` seconds remain for `repetitions` more.
double adapted(double min_time, double last, double left, std::size_t repetitions);

}  // namespace mpitcheck::bench

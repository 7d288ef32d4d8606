// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic of the time that is left.
#include "bench/timing.hpp"

#include <algorithm>

namespace mpitcheck::bench {
namespace {

constexpr double shortest = 0.001, longest = 0.05;
// Of several measurements in a process the median counts: one disturbance then does no harm.
constexpr std::size_t several = 3;
constexpr double worth_several = 0.01;  // seconds per measurement
constexpr double search = 1.5;          // measurements' worth of time to find the iterations

}  // namespace

Timing plan_timing(double seconds, std::size_t repetitions, const Workload& work) {
  const double fixed = static_cast<double>(repetitions) * work.fixed_seconds;
  const double count = static_cast<double>(std::max<std::size_t>(1, repetitions * work.rows));
  const double per_row = std::max(0.0, seconds - fixed) / count;
  const auto min_time = [&](std::size_t inner) {
    return std::clamp(per_row / (static_cast<double>(inner) + search), shortest, longest);
  };
  if (min_time(several) >= worth_several) return {min_time(several), several};
  return {min_time(1), 1};
}

double adapted(double min_time, double last, double left, std::size_t repetitions) {
  if (repetitions == 0 || last <= 0) return min_time;
  const double share = left / static_cast<double>(repetitions);
  return std::clamp(min_time * std::min(1.0, share / last), shortest, longest);
}

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// Adding up.
#include "stress/history/partition.hpp"

#include <numeric>

#include "harness/text.hpp"

namespace mpitcheck::stress {

Judgement check_partition(std::span<const std::uint64_t> taken, const Gained& gained,
                          std::uint64_t mask) {
  if (gained.most == 0) return Judgement::unclear("a gain to be taken");
  const std::uint64_t sum = std::accumulate(taken.begin(), taken.end(), std::uint64_t{0}) & mask;
  if (((sum - gained.least) & mask) <= gained.most - gained.least) return Judgement::right();
  return Judgement::wrong(gained.least == gained.most
                              ? join("parts that add up to ", gained.least)
                              : join("parts that add up to ", gained.least, " to ", gained.most),
                          join(taken.size(), " parts that add up to ", sum));
}

}  // namespace mpitcheck::stress

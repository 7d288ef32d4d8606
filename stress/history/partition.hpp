// SPDX-License-Identifier: BSD-3-Clause
// Several threads take what a sum has gained, by readreset: together they have taken all of it,
// and nothing twice.
#pragma once

#include <cstdint>
#include <span>

#include "stress/history/judgement.hpp"

namespace mpitcheck::stress {

/// What there was to take: at least and at most.
struct Gained {
  std::uint64_t least, most;
};

/// `mask`: the largest value of the datatype. Sums may wrap.
Judgement check_partition(std::span<const std::uint64_t> taken, const Gained& gained,
                          std::uint64_t mask);

}  // namespace mpitcheck::stress

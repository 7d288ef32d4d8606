// SPDX-License-Identifier: BSD-3-Clause
// The plain variables.
#include "plain.hpp"

namespace mpit::bench {

std::uint64_t plain_sum = 0;
std::uint64_t plain_highest = 1000;
std::uint64_t low_level = 10;

}  // namespace mpit::bench

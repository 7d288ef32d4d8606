// SPDX-License-Identifier: BSD-3-Clause
// Baselines: plain variables of another translation unit, so that the compiler keeps every access.
#pragma once

#include <cstdint>

namespace mpit::bench {

extern std::uint64_t plain_sum;
extern std::uint64_t plain_highest;
/// A level below every highest value here that the compiler does not know.
extern std::uint64_t low_level;

}  // namespace mpit::bench

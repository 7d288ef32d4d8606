// SPDX-License-Identifier: BSD-3-Clause
// What baselines work on: of another translation unit, so that the compiler keeps every access.
#pragma once

#include <cstdint>

namespace mpitcheck::bench {

extern std::uint64_t plain_sum;
extern std::uint64_t plain_level;
extern std::uint64_t plain_highest;
/// A level below every highest value here that the compiler does not know.
extern std::uint64_t low_level;

/// Returns 0, which is MPI_SUCCESS.
int successful();

}  // namespace mpitcheck::bench

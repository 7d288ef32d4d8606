// SPDX-License-Identifier: BSD-3-Clause
// The variables of baselines. In another translation unit, so that the compiler keeps every access.
#pragma once

#include <cstdint>

namespace mpitcheck::bench {

extern std::uint64_t plain_sum;
extern std::uint64_t plain_level;
/// A level below every mark, unknown to the compiler.
extern std::uint64_t low_level;

/// Return 0, which is MPI_SUCCESS.
int successful();
int successful_too(int, int*);

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// The plain variables.
#include "bench/common/plain.hpp"

namespace mpitcheck::bench {

std::uint64_t plain_sum = 0;
std::uint64_t plain_level = 0;
std::uint64_t low_level = 10;

int successful() { return 0; }
int successful_too(int /*number*/, int* /*out*/) { return 0; }

}  // namespace mpitcheck::bench

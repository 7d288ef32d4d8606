// SPDX-License-Identifier: BSD-3-Clause
// How costs grow with a size.
#pragma once

#include <vector>

#include "bench/bench_model.hpp"

namespace mpitcheck::bench {

/// The rows scale/WHAT/N by target and WHAT, with their growth.
std::vector<Series> series_of(const std::vector<Row>& rows);

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// Reading an earlier run.
#pragma once

#include <string>

#include "bench/bench_model.hpp"

namespace mpitcheck::bench {

/// Reads what --json wrote; throws UserError if it cannot be read. `option` is named in the
/// message.
BenchReport read_bench(const std::string& option, const std::string& path);

}  // namespace mpitcheck::bench

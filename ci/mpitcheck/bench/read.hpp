// SPDX-License-Identifier: BSD-3-Clause
// Reading an earlier run.
#pragma once

#include <string>

#include "bench/bench_model.hpp"

namespace mpitcheck::bench {

/// Reads what --json wrote; throws UserError if it cannot be read. `option` is named in the
/// message.
BenchReport read_bench(const std::string& option, const std::string& path);

/// What a page shows of the file that its option --bench names; nothing if it names none.
std::string section_to_show(const std::string& path);

}  // namespace mpitcheck::bench

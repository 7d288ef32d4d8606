// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck bench` is the Python program bench.py: finding and running it.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck {

/// Becomes `bench.py ARGUMENTS...`; throws UserError if that or python3 is not there.
[[noreturn]] void become_bench(const std::vector<std::string>& arguments);

/// What a page shows of the file that its option --bench names; nothing if it names none. Throws
/// UserError if the file is not usable.
report::BenchSection section_to_show(const std::string& path);

}  // namespace mpitcheck

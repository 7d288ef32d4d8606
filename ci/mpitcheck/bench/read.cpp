// SPDX-License-Identifier: BSD-3-Clause
// Reading with messages for users.
#include "bench/read.hpp"

#include <fmt/format.h>

#include "error.hpp"
#include "input_file.hpp"
#include "report/bench_report.hpp"
#include "report/report.hpp"

namespace mpitcheck::bench {

BenchReport read_bench(const std::string& option, const std::string& path) {
  const std::string said_as = fmt::format("{} '{}'", option, path);
  const std::string text =
      read_input(path, said_as, "name a file that mpitcheck bench --json wrote");
  try {
    return report::bench_from_json(text);
  } catch (const report::InvalidReport& problem) {
    throw UserError(fmt::format("{}: {}", said_as, problem.what()));
  }
}

std::string section_to_show(const std::string& path) {
  return path.empty() ? "" : report::bench_section(read_bench("--bench", path));
}

}  // namespace mpitcheck::bench

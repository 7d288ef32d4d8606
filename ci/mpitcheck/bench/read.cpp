// SPDX-License-Identifier: BSD-3-Clause
// Reading with messages for users.
#include "bench/read.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "error.hpp"
#include "report/bench_report.hpp"
#include "report/report.hpp"

namespace mpitcheck::bench {

BenchReport read_bench(const std::string& option, const std::string& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error)) {
    throw UserError(fmt::format(
        "{} '{}' cannot be read: name a file that mpitcheck bench --json wrote", option, path));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    return report::bench_from_json(text);
  } catch (const report::InvalidReport& problem) {
    throw UserError(fmt::format("{} '{}': {}", option, path, problem.what()));
  }
}

}  // namespace mpitcheck::bench

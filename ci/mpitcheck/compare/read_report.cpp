// SPDX-License-Identifier: BSD-3-Clause
// Reports that the user names.
#include "compare/read_report.hpp"

#include <fmt/format.h>

#include "error.hpp"
#include "input_file.hpp"
#include "report/report.hpp"

namespace mpitcheck {

RunReport read_report(const std::string& path) {
  const std::string text = read_input(path, fmt::format("'{}'", path), "name a report.json");
  try {
    return report::from_json(text);
  } catch (const report::InvalidReport& problem) {
    throw UserError(fmt::format("'{}' is no report of mpitcheck: {}", path, problem.what()));
  }
}

}  // namespace mpitcheck

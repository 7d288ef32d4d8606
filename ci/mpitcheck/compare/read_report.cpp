// SPDX-License-Identifier: BSD-3-Clause
// Reports that the user names.
#include "compare/read_report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "error.hpp"
#include "report/report.hpp"

namespace mpitcheck {

RunReport read_report(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.peek();  // a folder can be opened, but not read
  if (!file.is_open() || file.bad()) {
    throw UserError(fmt::format("'{}' cannot be read: name a report.json", path));
  }
  std::ostringstream text;
  text << file.rdbuf();
  try {
    return report::from_json(text.str());
  } catch (const report::InvalidReport& problem) {
    throw UserError(fmt::format("'{}' is no report of mpitcheck: {}", path, problem.what()));
  }
}

}  // namespace mpitcheck

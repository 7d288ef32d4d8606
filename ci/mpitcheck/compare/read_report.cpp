// SPDX-License-Identifier: BSD-3-Clause
// Reports that the user names, and what a target is called beside others.
#include "ci/mpitcheck/compare/read_report.hpp"

#include <fmt/format.h>

#include "ci/mpitcheck/judge/library_id.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/input_file.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck {

RunReport read_report(const std::string& path) {
  const std::string text = read_input(path, fmt::format("'{}'", path), "name a report.json");
  try {
    return report::from_json(text);
  } catch (const report::InvalidReport& problem) {
    throw UserError(fmt::format("'{}' is no report of mpitcheck: {}", path, problem.what()));
  }
}

std::string library_label(const TargetResult& target) {
  const LibraryId id = identify_library(target.library_version);
  if (id.library.empty() || id.version.empty()) return target.name;
  return shortened(id.library + " " + id.version, 60);
}

std::string library_name(const TargetResult& target) {
  const LibraryId id = identify_library(target.library_version);
  return id.library.empty() || id.version.empty() ? target.name : shortened(id.library, 60);
}

}  // namespace mpitcheck

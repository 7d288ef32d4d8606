// SPDX-License-Identifier: BSD-3-Clause
// From the generated catalogue to the model.
#include "ci/mpitcheck/judge/clause_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace mpitcheck {

std::string level_of(std::string_view clause) {
  const ClauseData* found = find_clause(clause);
  return std::string(to_string(found != nullptr ? found->level : Level::must));
}

std::string strictest_level(const std::vector<std::string>& clauses) {
  if (clauses.empty()) return "must";
  Level strictest = Level::advice;
  for (const std::string& id : clauses) {
    const ClauseData* found = find_clause(id);
    strictest = std::min(strictest, found != nullptr ? found->level : Level::must);
  }
  return std::string(to_string(strictest));
}

void annotate(Failure& failure, std::string_view mpi_version) {
  failure.level = level_of(failure.clause);
  const ClauseData* found = find_clause(failure.clause);
  if (found == nullptr) return;
  failure.rule = found->rule;
  failure.section = section_for(*found, parse_version(mpi_version));
}

Version parse_version(std::string_view text) {
  Version version;
  const char* const last = text.data() + text.size();
  const auto [dot, error] = std::from_chars(text.data(), last, version.major_);
  if (error != std::errc() || dot == last || *dot != '.') return {};
  if (std::from_chars(dot + 1, last, version.minor_).ec != std::errc()) return {};
  return version;
}

std::string to_text(Version version) {
  return fmt::format("{}.{}", version.major_, version.minor_);
}

std::vector<ClauseResult> clause_results() {
  std::vector<ClauseResult> results;
  for (const ClauseData& clause : all_clauses()) {
    ClauseResult result;
    result.id = clause.id;
    result.level = to_string(clause.level);
    result.area = clause.area;
    result.rule = clause.rule;
    result.observe = clause.observe;
    result.note = clause.note;
    result.since = to_text(clause.since);
    if (clause.until) result.until = to_text(*clause.until);
    for (const auto& [version, number] : clause.sections) {
      result.section.emplace(to_text(version), number);
    }
    result.functions.assign(clause.functions.begin(), clause.functions.end());
    result.untested = clause.untested;
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace mpitcheck

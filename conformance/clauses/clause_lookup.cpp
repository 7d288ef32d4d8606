// SPDX-License-Identifier: BSD-3-Clause
// Look-ups in the generated table of clauses.
#include <algorithm>

#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {

const ClauseData* find_clause(std::string_view id) {
  const auto clauses = all_clauses();
  const auto found = std::ranges::find(clauses, id, &ClauseData::id);
  return found == clauses.end() ? nullptr : &*found;
}

std::string_view section_for(const ClauseData& clause, Version version) {
  if (!applies(clause, version)) return {};
  std::string_view newest;
  for (const SectionNumber& section : clause.sections) {
    if (section.version <= version) newest = section.number;
  }
  return newest;
}

}  // namespace mpitcheck

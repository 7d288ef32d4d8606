// SPDX-License-Identifier: BSD-3-Clause
// Functions of clauses that do not need their texts.
#include "conformance/clauses/clause_key.hpp"

namespace mpitcheck {

const ClauseKey& data(Clause clause) { return clause_keys()[clause.number]; }

bool applies(const ClauseKey& clause, Version version) {
  return clause.since <= version && (!clause.until || version < *clause.until);
}

std::string_view to_string(Level level) {
  switch (level) {
    case Level::must:
      return "must";
    case Level::should:
      return "should";
    case Level::quality:
      return "quality";
    case Level::advice:
      return "advice";
  }
  return "unknown";
}

}  // namespace mpitcheck

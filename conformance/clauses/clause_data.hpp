// SPDX-License-Identifier: BSD-3-Clause
// The catalogue of rules as data: what each clause says and where it stands.
#pragma once

#include <span>
#include <string_view>

#include "conformance/clauses/clause_key.hpp"

namespace mpitcheck {

/// Where a clause stands in one version of the standard, e.g. "15.3.6 (Query Functions)".
struct SectionNumber {
  Version version;
  std::string_view number;
};

/// One clause of the catalogue with its texts. All strings live as long as the program; absent ones
/// are empty.
struct ClauseData : ClauseKey {
  std::string_view area;
  std::string_view rule;
  std::string_view observe;
  std::string_view note;
  std::string_view draft2011;
  /// The outcomes that we accept where the text leaves room, separated by "; ".
  std::string_view accept;
  /// "user" or "tool" where the obligation is not on the library.
  std::string_view actor;
  /// Why no test can or does exist.
  std::string_view untested;
  /// Why no fault breaks it although it has a test.
  std::string_view no_fault;
  /// The id of the open reading in ambiguities.yaml.
  std::string_view ambiguity;
  std::span<const SectionNumber> sections;
  /// Names, or patterns with a trailing `*`, of functions and constants.
  std::span<const std::string_view> functions;
};

/// Every clause, in the order of Clause::number.
std::span<const ClauseData> all_clauses();

/// The clause of that id, or nullptr.
const ClauseData* find_clause(std::string_view id);

/// Where `clause` stands in `version`; empty if it does not apply to that version. A version newer
/// than the newest one catalogued is answered with the newest one.
std::string_view section_for(const ClauseData& clause, Version version);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Expectations files: the known deviations of one library in one version, a line each.
//
//   # Anything after a # at the start of a line is a comment.
//   library: Open MPI
//   version: 4.1.*
//
//   cause  F-30af12  bug  "why, and a URL"
//   init.order.tool-outlives-mpi  crash  F-30af12  "message prefix"
//
//   pvar.list.stable  fail  flaky  "why, and a URL"  "message prefix"  until=2027-06-30
//
// A cause is a finding's id (finding.hpp), a kind and a reason. Then, a test a line: glob of its
// name, verdict, cause, prefix of the message, and if wanted the last day on which the entry
// counts. Instead of a cause an entry may have a kind and a reason of its own. An indented line
// continues the one above it. Texts stand in
// "..." (with \" and \\) or in '...'; library and version are globs over what
// MPI_Get_library_version says (library_id.hpp). A third condition, `build:`, is a glob over its
// whole text, for what holds only as the library was configured: `build:
// *--enable-mpit-pvars=all*`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// One bug, which several tests may find.
struct ExpectedCause {
  std::string id;  ///< of the finding
  DeviationKind kind = DeviationKind::bug;
  std::string reason;
  std::string comments;  ///< the lines above it
  std::string text;      ///< as it stands in the file; empty: written anew
};

/// One entry of an expectations file.
struct Expectation {
  std::string tests;  ///< glob
  Verdict verdict = Verdict::fail;
  std::string cause;                        ///< its id; empty: kind and reason are the entry's own
  DeviationKind kind = DeviationKind::bug;  ///< its cause's, as the reason
  std::string reason;
  std::string message;   ///< prefix, compared by has_prefix(); empty fits every message
  std::string until;     ///< "2027-06-30", the last day it counts (UTC); empty: no end
  int line = 0;          ///< where it begins; 0: it is new
  std::string comments;  ///< the lines above it
  std::string text;      ///< as it stands in the file; empty: written anew
};

struct ExpectationsFile {
  std::string path;  ///< as the user named it
  std::string library, version;
  std::string build;  ///< empty: every build
  std::string head;   ///< everything down to the last line of the conditions
  std::vector<ExpectedCause> causes;
  std::vector<Expectation> entries;
  std::string tail;  ///< comments below the last entry
};

/// Throws UserError "path:line: message" where the text is not an expectations file.
ExpectationsFile parse_expectations(std::string_view text, const std::string& path);

/// Reads a file; throws UserError if it cannot be read or is malformed.
ExpectationsFile load_expectations(const std::string& path);

/// A file without entries, for the library that says `library_version`.
ExpectationsFile new_expectations(const std::string& path, std::string_view library_version);

/// Whether the file speaks of the library that says `library_version`.
bool applies(const ExpectationsFile& file, std::string_view library_version);

/// Whether the entry's glob is the name of one test.
bool names_one_test(const Expectation& entry);

/// The entry as one line of a file.
std::string to_line(const Expectation& entry);

/// The whole file: each cause that has entries, above them, by the first of them; then the other
/// entries; sorted by their globs. What was read stays as it was.
std::string to_text(ExpectationsFile file);

}  // namespace mpitcheck

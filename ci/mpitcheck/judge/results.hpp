// SPDX-License-Identifier: BSD-3-Clause
// What a test's processes left in their result directory, read as untrusted bytes.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// The `end` record of one rank. A `crash` is one of a process that the test had forked.
struct End {
  Verdict verdict = Verdict::error;
  std::string message;
  std::string missing;
  std::vector<std::string>
      left_out;  ///< calls that it stepped over: see conformance/harness/calls/quarantine.hpp
  std::vector<Examination> examinations;
  std::map<std::string, std::vector<std::string>> codes;
  std::map<std::string, std::string> metrics;
};

/// What the progress page of one rank says.
struct LastSeen {
  bool in_call = false;
  std::string phase;
  std::string clause;              ///< under examination; may be empty
  std::string call;                ///< the call in progress, or the last one
  std::vector<std::string> calls;  ///< finished calls, oldest first
  std::vector<Examination> examinations = {};
};

/// Everything one rank left behind.
struct RankEvidence {
  bool has_file = false;
  int begins = 0;
  int np = 0;   ///< as its `begin` says
  int pid = 0;  ///< the same; 0: it does not say
  std::string mpi_version;
  std::vector<Failure> failures;  ///< level, rule and section are not yet filled in
  std::vector<Behaviour> behaviours;
  std::optional<End> end;
  bool closed = false;
  bool cut_short =
      false;  ///< the last line has no end: the process ended, or was ended, while writing it
  std::string defect;  ///< the first thing that does not belong there; empty: none
  std::optional<LastSeen> progress;
};

/// The evidence of one test: one entry per rank, and what else lay in the directory.
struct Evidence {
  std::vector<RankEvidence> ranks;
  std::string stray;  ///< a result file of a rank that should not exist; empty: none
};

/// Reads the records of one rank. `nonce` and `test` are what each record must say.
RankEvidence parse_records(std::string_view content, std::string_view nonce, std::string_view test,
                           int rank);

/// Reads a progress page; nothing if the bytes are not one.
std::optional<LastSeen> parse_progress(std::string_view bytes);

/// Reads the result directory of a test with `np` ranks. Never blocks and reads a bounded amount,
/// whatever lies there.
Evidence read_evidence(const std::filesystem::path& directory, int np, std::string_view nonce,
                       std::string_view test);

}  // namespace mpitcheck

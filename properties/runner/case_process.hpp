// SPDX-License-Identifier: BSD-3-Clause
// Cases in a forked process of their own, with MPI in the state that they need. Their effects on
// the library end with it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/harness/calls/blame.hpp"
#include "properties/commands/case_state.hpp"
#include "properties/runner/generate.hpp"

namespace mpitcheck::properties {

/// The requirements of the cases.
struct CasePlan {
  std::vector<Clause> cited;
  std::vector<Clause> known;  // broken by the target: cases that reach them end
  std::vector<Kind> banned;   // commands that crash the target: left out
  Surroundings around;
  bool with_use = true;  // of variables, not only queries
  bool fresh = false;    // a new process per case: MPI can be initialized only once
  bool closely = false;  // every handle is read after each command
};

/// How the process ended.
struct Ending {
  enum class Kind { all_done, broken, crashed } kind = Kind::all_done;
  /// The sequence that broke a clause or crashed, and its number among the cases.
  Sequence sequence;
  std::uint64_t number = 0;
  // broken
  std::optional<Broken> broken;
  // crashed: "SIGSEGV", in these frames of the library
  std::string signal;
  std::vector<std::string> frames;
  Blame blame;
  /// If recorded: the calls, the last one possibly in progress.
  std::vector<std::string> calls;
};

/// Runs `count` generated cases, up to the first failure.
Ending run_cases(Test& t, const CasePlan& plan, const Survey* survey, const Mix& mix,
                 std::uint64_t seed, int count, int max_size);

/// Runs these cases, up to the first failure; `is_recorded`: with a record of their calls.
Ending run_sequences(Test& t, const CasePlan& plan, const Survey* survey,
                     std::span<const Sequence> sequences, bool is_recorded = false);

}  // namespace mpitcheck::properties

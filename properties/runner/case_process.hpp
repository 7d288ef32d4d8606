// SPDX-License-Identifier: BSD-3-Clause
// Cases in a process of their own: a forked one in which MPI is as they need it. What they do to
// the library dies with it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/harness/calls/blame.hpp"
#include "properties/commands/case_state.hpp"
#include "properties/runner/generate.hpp"

namespace mpitcheck::properties {

/// What it is like.
struct CasePlan {
  std::vector<Clause> cited;
  std::vector<Clause> known;  // broken by the target: cases that come upon them end
  std::vector<Kind> banned;   // commands that crash the target: left out
  Surroundings around;
  bool with_use = true;  // of variables, not only queries
  bool fresh = false;    // a new process for each case: MPI comes up once only
  bool closely = false;  // every handle is read after each command
};

/// How it came to its end.
struct Ending {
  enum class Kind { all_done, broken, crashed } kind = Kind::all_done;
  /// The sequence that broke a clause or crashed; its place among the cases.
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

/// Runs `count` generated cases, up to the first that fails.
Ending run_cases(Test& t, const CasePlan& plan, const Survey* survey, const Mix& mix,
                 std::uint64_t seed, int count, int max_size);

/// Runs these cases, up to the first that fails; `is_recorded`: with a record of their calls.
Ending run_sequences(Test& t, const CasePlan& plan, const Survey* survey,
                     std::span<const Sequence> sequences, bool is_recorded = false);

}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// Runs one test from set-up to verdict.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/harness/test/registry.hpp"
#include "mpitcheck/records.hpp"

namespace mpitcheck {

struct TestOutcome;

/// Options of run_test().
struct RunOptions {
  std::string result_directory;  // empty: writes readable text to stdout instead
  std::string nonce;
  std::uint64_t seed = 1;
};

/// The verdict of what a test examined (docs/verdicts.md). A death of a forked child by a signal
/// is a crash. Broken `must` clauses outrank `should`, which outranks `quality`, cited or not. A
/// test that examined nothing never passes. It is inconclusive if the quarantine skipped a call.
Verdict verdict_of(const TestOutcome& outcome);

/// Runs the test in this process and writes its records, or prints its result if there is no result
/// directory. Once per process. Returns a protocol::ExitCode.
int run_test(const TestInfo& info, const RunOptions& options);

/// A process's place among the processes of a job.
struct Place {
  int rank;
  int np;
};

/// The place that the launcher set in the environment; without a launcher, the first of `wanted`
/// processes.
Place launched_place(int wanted);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Runs one test from set-up to verdict.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/harness/facts/verdict.hpp"
#include "conformance/harness/test/registry.hpp"

namespace mpitcheck {

/// Environment variable: the time limit of a test in seconds.
inline constexpr const char* time_limit_variable = "MPITCHECK_TIME_LIMIT";

class Lifecycle;
class Test;

struct RunOptions {
  std::string result_directory;  // empty: writes readable text to stdout instead
  std::string nonce;
  std::uint64_t seed = 1;
  /// The lifecycle if the tool interface is initialized already, as for a Setup other than nothing;
  /// otherwise null.
  const Lifecycle* brought_up = nullptr;
};

/// The verdict of what the test examined. A forked child's death by a signal is a crash. Broken
/// `must` clauses outrank `should`, and `should` outranks `quality`, cited or not. A test that
/// examined nothing never passes; it is inconclusive if the quarantine skipped a call.
Verdict verdict_of(const Test& test);

/// Runs `info` in this process and writes its records. Returns a protocol::ExitCode.
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

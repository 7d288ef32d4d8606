// SPDX-License-Identifier: BSD-3-Clause
// Running one test from set-up to its verdict.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/harness/facts/verdict.hpp"
#include "conformance/harness/test/registry.hpp"

namespace mpitcheck {

/// In the environment: the seconds that the runner gives a test.
inline constexpr const char* time_limit_variable = "MPITCHECK_TIME_LIMIT";

class Lifecycle;
class Test;

struct RunOptions {
  std::string result_directory;  // empty: a readable account on stdout instead
  std::string nonce;
  std::uint64_t seed = 1;
  /// The tool interface is up already, as Setup other than nothing has it; nullptr: it is not.
  const Lifecycle* brought_up = nullptr;
};

/// From what the test examined: a forked child's death by a signal is a crash; broken `must`
/// clauses outrank `should`, those `quality`, cited or not; nothing examined is never a pass, and
/// inconclusive if the quarantine stepped over something.
Verdict verdict_of(const Test& test);

/// Runs `info` in this process and writes its records. Returns a protocol::ExitCode.
int run_test(const TestInfo& info, const RunOptions& options);

/// A process's place among those started together.
struct Place {
  int rank;
  int np;
};

/// What the launcher said in the environment; without one, the first of `wanted` processes.
Place launched_place(int wanted);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Races that may crash, exit or hang. A forked child runs them, so that each of these ends gives
// the same verdict and names the clause.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

/// A result of a race that differs from that of a single thread.
struct Oddity {
  std::string what, expected, actual;
};

/// A call of a race that did not succeed.
struct Refusal {
  std::string function;
  int code;
};

/// The result of a race.
struct RaceResult {
  std::uint64_t operations = 0;
  std::vector<Refusal> refused;
  std::vector<Oddity> wrong;
};

/// Whether the launcher started several processes. If so, each process initializes MPI once, and
/// children do not.
bool among_others(const Test& t);

/// Runs `race()` in a forked child, where it may initialize MPI (among others: in this process).
/// Findings of the race, a crash of the child and a hang well beyond `seconds` are offences against
/// `clause`. If the race lacks something (CannotGoOn), that is noted as missing.
void sheltered(Test& t, Clause clause, std::string_view what, double seconds,
               const std::function<RaceResult()>& race);

}  // namespace mpitcheck::stress

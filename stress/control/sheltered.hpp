// SPDX-License-Identifier: BSD-3-Clause
// Races that may end a process in any way. A forked child runs them, so that every way gives the
// same verdict and names the clause.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

/// A difference between a race and a single thread.
struct Oddity {
  std::string what, expected, actual;
};

/// The result of a race.
struct RaceResult {
  std::uint64_t operations = 0;
  std::vector<Oddity> wrong;
};

/// Whether the launcher started several processes. Each then initializes MPI once, and no child
/// does.
bool among_others(const Test& t);

/// Runs `race()` in a forked child, where it may initialize MPI (among others: in this process).
/// Its findings, a death of the child, and a hang that lasts well beyond `seconds` are offenders of
/// `clause`. If it lacks something (CannotGoOn), that is noted as missing.
void sheltered(Test& t, Clause clause, std::string_view what, double seconds,
               const std::function<RaceResult()>& race);

}  // namespace mpitcheck::stress

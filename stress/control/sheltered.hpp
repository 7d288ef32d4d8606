// SPDX-License-Identifier: BSD-3-Clause
// Races that may end a process in any way: in a forked child, so that each way comes to the same
// verdict and the clause is named.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

/// What went otherwise in a race than with one thread.
struct Oddity {
  std::string what, expected, actual;
};

/// What a race showed.
struct RaceResult {
  std::uint64_t operations = 0;
  std::vector<Oddity> wrong;
};

/// True if the launcher started several processes. Then MPI comes up once in each, and in no child.
bool among_others(const Test& t);

/// Runs `race()` in a forked child (among others: in this process), where it may bring up MPI. What
/// it finds wrong, a death of the child, or no end though it was given `seconds` and many more, are
/// offenders of `clause`; what it misses (CannotGoOn) is noted.
void sheltered(Test& t, Clause clause, std::string_view what, double seconds,
               const std::function<RaceResult()>& race);

}  // namespace mpitcheck::stress

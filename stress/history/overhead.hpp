// SPDX-License-Identifier: BSD-3-Clause
// What noting calls in a history costs beside the calls themselves.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

#include "harness/test.hpp"
#include "harness/text.hpp"

namespace mpitcheck::stress {

/// Times `bare()` and `noted()`, a call without and with its entry, in turn, and puts the best of
/// each into the report.
template <class Bare, class Noted>
void measure_overhead(Test& t, const Bare& bare, const Noted& noted) {
  constexpr int rounds = 20;
  constexpr int calls = 2000;
  const auto nanoseconds = [](const auto& call) {
    const auto started = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) call();
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - started;
    return elapsed.count() / calls;
  };
  double best_bare = std::numeric_limits<double>::max();
  double best_noted = best_bare;
  for (int i = 0; i < rounds; ++i) {
    best_bare = std::min(best_bare, nanoseconds(bare));
    best_noted = std::min(best_noted, nanoseconds(noted));
  }
  t.measured("history", join(best_noted, " ns a call with its entry, ", best_bare, " without"));
}

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// What became of a target's tests between two reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model.hpp"

namespace mpitcheck {

enum class TestChange {
  regression,  ///< deviates where it did not, or worse than before
  fix,         ///< passes where it deviated, or deviates less
  difference,  ///< another verdict that is neither: e.g. it finds nothing to examine any more
  message,     ///< deviates as before, but says something else
  behaviour,   ///< does something else where the standard leaves a choice
  added,
  removed
};

inline constexpr TestChange all_test_changes[] = {
    TestChange::regression, TestChange::fix,   TestChange::difference, TestChange::message,
    TestChange::behaviour,  TestChange::added, TestChange::removed};

std::string_view name(TestChange change);

struct TestDifference {
  TestChange change;
  std::string test;
  std::optional<Verdict> before, after;  ///< nothing: not run, or the same verdict
  std::string old_text, new_text;        ///< messages, or values of a behaviour
  std::string subject;                   ///< of a behaviour: clause and key
};

/// Per test that both have, how it changed; then tests that only one has. In the order of
/// all_test_changes.
std::vector<TestDifference> diff_tests(const RunReport& older, std::string_view old_target,
                                       const RunReport& newer, std::string_view new_target);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// What became of a target's tests and of its variables between two reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

enum class ObjectChange { added, removed, renamed, retyped };

inline constexpr ObjectChange all_object_changes[] = {ObjectChange::removed, ObjectChange::added,
                                                      ObjectChange::renamed, ObjectChange::retyped};

std::string_view name(ObjectChange change);

struct ObjectDifference {
  ObjectChange change;
  std::string kind;      ///< as in NamedObject
  std::string old_name;  ///< empty: added
  std::string new_name;  ///< empty: removed
  std::string detail;    ///< for retyped: e.g. "datatype MPI_INT -> MPI_CHAR"
};

/// Equal objects are paired, then those of the same name (retyped), then those of the same type and
/// description if nothing else has these (renamed). In the order of all_object_changes.
std::vector<ObjectDifference> diff_inventories(const std::vector<NamedObject>& older,
                                               const std::vector<NamedObject>& newer);

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

// SPDX-License-Identifier: BSD-3-Clause
// The declaration of a test: its name, its brief, the clauses that it cites and its needs.
#pragma once

#include <string_view>
#include <vector>

#include "conformance/harness/test/lifecycle.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;

/// The preconditions of a test's body.
struct Needs {
  Setup setup = Setup::nothing;
  int np = 1;
  int most_seconds = 0;  // 0: the limit of the run

  /// The same needs with `processes` processes under the target's launcher.
  [[nodiscard]] constexpr Needs on(int processes) const { return {setup, processes, most_seconds}; }
  /// The same needs with a time limit, unless the run's is lower. For a test that waits for a part
  /// of MPI that may hang.
  [[nodiscard]] constexpr Needs within(int seconds) const { return {setup, np, seconds}; }
};

namespace needs {
inline constexpr Needs nothing{Setup::nothing};
inline constexpr Needs tool{Setup::tool};
inline constexpr Needs mpi{Setup::mpi};
inline constexpr Needs each_phase{Setup::each_phase};
}  // namespace needs

/// A test as MPITCHECK_TEST declares it.
struct TestInfo {
  std::string_view name;   // area.subject.behaviour
  std::string_view brief;  // one sentence: what holds if the test passes
  std::vector<Clause> clauses;
  Needs needs;
  void (*body)(Test&);
  std::string_view file;
  int line;
};

/// All tests linked into this program, sorted by name.
const std::vector<TestInfo>& all_tests();

/// The clauses that a test cites. An unknown clause does not compile.
template <class... Clauses>
std::vector<Clause> cites(Clauses... clauses) {
  static_assert(sizeof...(Clauses) > 0, "a test cites at least one clause");
  return {clauses...};
}

/// Adds a test to all_tests() before main() runs.
struct Registration {
  explicit Registration(TestInfo info);
};

}  // namespace mpitcheck

/// MPITCHECK_TEST("cvar.info.name-nonempty", "Every cvar has a name.",
///                cites(clause::cvar_name_nonempty), needs::each_phase) { ... uses t ... }
#define MPITCHECK_TEST(name, brief, clauses, need) \
  MPITCHECK_TEST_AT(name, brief, clauses, need, __COUNTER__)
#define MPITCHECK_TEST_AT(name, brief, clauses, need, number) \
  MPITCHECK_TEST_NAMED(name, brief, clauses, need, number)
// Several files are compiled together: a counter is unique among them, a line number is not.
#define MPITCHECK_TEST_NAMED(name, brief, clauses, need, number)                           \
  static void mpitcheck_body_##number(::mpitcheck::Test&);                                 \
  [[maybe_unused]] static const ::mpitcheck::Registration mpitcheck_registration_##number{ \
      {name, brief, clauses, need, &mpitcheck_body_##number, __FILE__, __LINE__}};         \
  static void mpitcheck_body_##number([[maybe_unused]] ::mpitcheck::Test& t)

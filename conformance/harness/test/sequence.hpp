// SPDX-License-Identifier: BSD-3-Clause
// Sequences of calls that initialize and finalize MPI and the tool interface, each in a process of
// its own. A crash costs only the sequence's own clause.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// An order in which to end three objects that were created one after the other.
struct EndOrder {
  std::string_view name;
  std::array<std::size_t, 3> places;
};
/// The orders that tests use.
inline constexpr std::array<EndOrder, 3> end_orders{{{"the oldest first", {0, 1, 2}},
                                                     {"the youngest first", {2, 1, 0}},
                                                     {"the middle one first", {1, 0, 2}}}};

/// Runs `body()`. If the target lacks something, notes it as missing instead of ending the test.
/// The quarantine itself records the calls that it skips.
template <class Body>
void noting_what_is_missing(Test& t, const Body& body) {
  try {
    body();
  } catch (const CannotGoOn& lack) {
    t.missing(lack.what());
  } catch (const FunctionMissing& lack) {
    t.missing(lack.what());
  } catch (const Quarantined&) {
  }
}

/// Runs `body()` in a forked child. A crash is an offender of `clause` with the subject `what`. The
/// test must have needs::nothing, so that the child may initialize MPI and communicate.
template <class Body>
void isolated_sequence(Test& t, Clause clause, std::string_view what, const Body& body) {
  t.each_isolated(clause, std::array{what},
                  [&](std::string_view) { noting_what_is_missing(t, body); });
}

}  // namespace mpitcheck

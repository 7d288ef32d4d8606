// SPDX-License-Identifier: BSD-3-Clause
// Sequences of calls that bring MPI and the tool interface up and down, each in a process of its
// own, so that one that crashes costs its own clause only.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// An order in which three things end that were made one after the other.
struct EndOrder {
  std::string_view name;
  std::array<std::size_t, 3> places;
};
inline constexpr std::array<EndOrder, 3> end_orders{{{"the oldest first", {0, 1, 2}},
                                                     {"the youngest first", {2, 1, 0}},
                                                     {"the middle one first", {1, 0, 2}}}};

/// Runs `body()` with what a target may lack turned into a note instead of an end; what the
/// quarantine steps over, it knows itself.
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

/// Runs `body()` in a forked child; a crash is an offender of `clause`, reported as `what`. The
/// test must need nothing: then the child may bring up MPI and communicate.
template <class Body>
void isolated_sequence(Test& t, Clause clause, std::string_view what, const Body& body) {
  t.each_isolated(clause, std::array{what},
                  [&](std::string_view) { noting_what_is_missing(t, body); });
}

}  // namespace mpitcheck

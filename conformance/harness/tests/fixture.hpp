// SPDX-License-Identifier: BSD-3-Clause
// A Test object outside a test program.
#pragma once

#include <csignal>
#include <cstdlib>
#include <optional>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// A test that cites `clauses`, for a library of MPI 4.1. It writes no file.
class TestUnderTest {
 public:
  explicit TestUnderTest(std::vector<Clause> clauses, Version version = {4, 1})
      : info_{"area.subject.behaviour",
              "brief",
              std::move(clauses),
              needs::nothing,
              nullptr,
              "file",
              1},
        test_({info_, version, 1, results_}) {}

  Test* operator->() { return &test_; }
  Test& operator*() { return test_; }

 private:
  TestInfo info_;
  ResultFile results_;
  Test test_;
};

/// The first clause of `level` that applies to MPI 4.1.
inline Clause clause_of(Level level) {
  std::uint16_t number = 0;
  while (clause_keys()[number].level != level || !applies(clause_keys()[number], {4, 1})) ++number;
  return Clause{number};
}

// Not a global variable, because the data of the catalogue may be initialized later.
inline Clause must() { return clause_of(Level::must); }

/// Ends the process within a recorded call. Only for children.
[[noreturn]] inline void die_in_a_call(int signal, std::string_view call = "MPI_T_x()") {
  Recorder::instance().call_begins(std::string(call));
  std::raise(signal);
  std::abort();
}

/// An item of a test's isolated sweep.
struct Item {
  int number;
  [[nodiscard]] std::string label() const { return join("item ", number); }
};

inline std::vector<Item> items(int count) {
  std::vector<Item> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) list.push_back({i});
  return list;
}

}  // namespace mpitcheck

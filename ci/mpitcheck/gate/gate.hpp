// SPDX-License-Identifier: BSD-3-Clause
// Compares results with expectations. Pure: no clock, no files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ci/mpitcheck/gate/expectations.hpp"
#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// An entry that speaks of more tests of a target than this is too wide.
inline constexpr std::size_t most_tests_of_entry = 20;

/// A target as the gate sees it.
struct GateTarget {
  std::string name;
  std::string library_version;
  std::vector<std::string> tests;  ///< all that it has, selected or not
};

/// An entry that the result fits; with the reason and kind of `old`, if that is given.
Expectation entry_of(const TestResult& test, const Expectation* old = nullptr);

/// How a result differs from the entry that speaks of its test, or from having none (null). An
/// `error` says nothing about the target and differs from nothing.
std::optional<GateProblem> compare(const TestResult& test, const Expectation* entry);

class Gate {
 public:
  /// `today` as "2026-01-31".
  Gate(std::vector<ExpectationsFile> files, std::vector<GateTarget> targets, std::string today);
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  /// Sets `expected` and `known`.
  void mark(TestResult& test) const;

  /// What the gate finds once the tests have run.
  [[nodiscard]] GateResult conclude(const std::vector<TestResult>& tests) const;

  [[nodiscard]] const std::vector<ExpectationsFile>& files() const { return files_; }
  [[nodiscard]] const std::vector<GateTarget>& targets() const { return targets_; }

  /// Of several entries that fit a test, the one with its name speaks of it, else that with the
  /// longest glob. Null if there is none.
  [[nodiscard]] const Expectation* entry_for(const std::string& target,
                                             const std::string& test) const;

  /// The tests that the entry speaks of, each with its target.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> tests_of(
      const Expectation& entry) const;

  /// The first file for that target; null if there is none.
  [[nodiscard]] const ExpectationsFile* file_for(const std::string& target) const;

 private:
  std::vector<ExpectationsFile> files_;
  std::vector<GateTarget> targets_;
  std::string today_;
  /// Target and test to the entry that speaks of it.
  std::map<std::pair<std::string, std::string>, const Expectation*> entries_;
  /// Of each entry of a file for one of the targets: its file, and how many tests of one target its
  /// glob fits.
  struct Use {
    const ExpectationsFile* file;
    std::size_t widest = 0;
  };
  std::map<const Expectation*, Use> uses_;

  void add_entries(const ExpectationsFile& file, const GateTarget& target);
  void offer(const Expectation& entry, const std::string& target, const std::string& test);
  [[nodiscard]] std::string source(const Expectation& entry) const;
  [[nodiscard]] GateFinding finding(const TestResult& test, GateProblem problem) const;
  [[nodiscard]] GateFinding finding(const Expectation& entry, GateProblem problem) const;
  [[nodiscard]] std::string where_to_add(const std::string& target) const;
  void check_entries(std::vector<GateFinding>& findings) const;
};

}  // namespace mpitcheck

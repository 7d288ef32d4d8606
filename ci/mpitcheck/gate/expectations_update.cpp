// SPDX-License-Identifier: BSD-3-Clause
// Updating of expectations files.
#include "ci/mpitcheck/gate/expectations_update.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/judge/library_id.hpp"
#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace {

class Update {
 public:
  Update(const Gate& gate, const std::vector<TestResult>& tests) : gate_(gate), tests_(tests) {
    for (const TestResult& test : tests) {
      if (test.verdict != Verdict::error) results_[{test.target, test.name}] = &test;
    }
  }

  std::vector<ExpectationsFile> run() {
    std::vector<ExpectationsFile> files;
    for (const ExpectationsFile& old : gate_.files()) {
      ExpectationsFile& file = files.emplace_back(old);
      file.entries.clear();
      for (const Expectation& entry : old.entries) keep(entry, file);
      add_new(old, file);
    }
    return files;
  }

 private:
  const Gate& gate_;
  const std::vector<TestResult>& tests_;
  std::map<std::pair<std::string, std::string>, const TestResult*> results_;

  /// Adds an entry for the test, of the cause that it states first. (Random sequences come upon
  /// another one each time.)
  static Expectation& add(const TestResult& test, const Expectation* old, ExpectationsFile& file) {
    Expectation& added = file.entries.emplace_back(entry_of(test, old));
    const auto stated =
        std::ranges::find_if(test.failures, [](const Failure& of) { return of.fact.has_value(); });
    const bool known = stated != test.failures.end() && test.suite != "properties";
    added.cause = known ? id_of(cause_of(*stated, test.name)) : "";
    if (added.cause.empty()) return added;
    const auto cause = std::ranges::find(file.causes, added.cause, &ExpectedCause::id);
    if (cause == file.causes.end()) {
      file.causes.push_back({added.cause, added.kind, added.reason, "", ""});
    } else if (old != nullptr && old->kind != cause->kind) {
      added.cause.clear();  // a kind of its own
    } else {
      added.kind = cause->kind;
      added.reason = cause->reason;
    }
    return added;
  }

  /// Adds what becomes of an entry.
  void keep(const Expectation& entry, ExpectationsFile& file) const {
    std::vector<Expectation>& out = file.entries;
    std::vector<const TestResult*> results;
    const auto tests = gate_.tests_of(entry);
    for (const auto& test : tests) {
      const auto found = results_.find(test);
      if (found != results_.end()) results.push_back(found->second);
    }
    const auto fits = [&](const TestResult* test) { return !compare(*test, &entry); };
    const bool narrow = names_one_test(entry) || tests.size() <= most_tests_of_entry;
    if (tests.empty()) return;
    if (results.size() < tests.size() || (narrow && std::ranges::all_of(results, fits))) {
      out.push_back(entry);
      return;
    }
    std::string comments = entry.comments;
    for (const TestResult* test : results) {
      const auto is_this = [&](const Expectation& other) { return other.tests == test->name; };
      if (test->verdict < Verdict::quality || std::ranges::any_of(out, is_this)) continue;
      Expectation& added = add(*test, &entry, file);
      added.comments = std::exchange(comments, {});
      if (!compare(*test, &entry)) added.message = entry.message;
    }
  }

  void add_new(const ExpectationsFile& old, ExpectationsFile& file) const {
    for (const TestResult& test : tests_) {
      const auto is_this = [&](const Expectation& other) { return other.tests == test.name; };
      if (breaks_must(test) && gate_.file_for(test.target) == &old &&
          gate_.entry_for(test.target, test.name) == nullptr &&
          std::ranges::none_of(file.entries, is_this)) {
        add(test, nullptr, file);
      }
    }
  }
};

}  // namespace

std::vector<ExpectationsFile> updated_expectations(const Gate& gate,
                                                   const std::vector<TestResult>& tests) {
  return Update(gate, tests).run();
}

void require_targets(const Gate& gate) {
  for (const ExpectationsFile& file : gate.files()) {
    const auto fits = [&](const GateTarget& target) {
      return applies(file, target.library_version);
    };
    if (std::ranges::any_of(gate.targets(), fits)) continue;
    std::string known;
    for (const GateTarget& target : gate.targets()) {
      const LibraryId id = identify_library(target.library_version);
      known += fmt::format("{}{} {}", known.empty() ? "" : ", ", id.library, id.version);
    }
    throw UserError(fmt::format(
        "--update-expectations: {} is for {} {}, the targets of this run are {}: leave it out, or "
        "add the tree",
        file.path, file.library, file.version, known));
  }
}

}  // namespace mpitcheck

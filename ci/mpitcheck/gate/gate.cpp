// SPDX-License-Identifier: BSD-3-Clause
// The rules of the gate.
#include "ci/mpitcheck/gate/gate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "ci/mpitcheck/gate/message_prefix.hpp"
#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/judge/library_id.hpp"
#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {
namespace {

bool deviates(Verdict verdict) { return verdict >= Verdict::quality; }

/// The same day of the next year.
std::string year_later(std::string day) {
  if (day.ends_with("-02-29")) day.replace(5, 5, "02-28");
  return fmt::format("{:04}{}", std::stoi(day.substr(0, 4)) + 1, day.substr(4));
}

/// Another bug shows than the entry speaks of. What states no fact may be a sign of any bug.
bool has_other_cause(const TestResult& test, const Expectation& entry) {
  return !entry.cause.empty() && !test.failures.empty() &&
         std::ranges::all_of(test.failures, [&](const Failure& failure) {
           return failure.fact && id_of(cause_of(failure, test.name)) != entry.cause;
         });
}

bool is_more_specific(const Expectation& entry, const Expectation& than) {
  return std::pair(names_one_test(entry), entry.tests.size()) >
         std::pair(names_one_test(than), than.tests.size());
}

}  // namespace

Expectation entry_of(const TestResult& test, const Expectation* old) {
  Expectation entry;
  if (old != nullptr) entry = *old;
  if (old == nullptr) entry.reason = "to be reviewed";
  entry.tests = test.name;
  entry.verdict = test.verdict;
  entry.message = stable_prefix(test.message);
  entry.text.clear();
  return entry;
}

std::optional<GateProblem> compare(const TestResult& test, const Expectation* entry) {
  if (test.verdict == Verdict::error) return std::nullopt;
  if (entry == nullptr) {
    return breaks_must(test) ? std::optional(GateProblem::unexpected_failure) : std::nullopt;
  }
  const bool flaky = entry->kind == DeviationKind::flaky;
  if (!deviates(test.verdict)) {
    const bool fine = flaky && test.verdict == Verdict::pass;
    return fine ? std::nullopt : std::optional(GateProblem::unexpected_pass);
  }
  if (test.verdict > entry->verdict) return GateProblem::unexpected_failure;
  if (test.verdict < entry->verdict && !flaky) return GateProblem::improvement;
  if (!has_prefix(test.message, entry->message) || has_other_cause(test, *entry)) {
    return GateProblem::changed_message;
  }
  return std::nullopt;
}

Gate::Gate(std::vector<ExpectationsFile> files, std::vector<GateTarget> targets, std::string today)
    : files_(std::move(files)), targets_(std::move(targets)), today_(std::move(today)) {
  for (const ExpectationsFile& file : files_) {
    for (const GateTarget& target : targets_) {
      if (applies(file, target.library_version)) add_entries(file, target);
    }
  }
}

void Gate::add_entries(const ExpectationsFile& file, const GateTarget& target) {
  const std::set<std::string> tests(target.tests.begin(), target.tests.end());
  for (const Expectation& entry : file.entries) {
    Use& use = uses_.try_emplace(&entry, Use{&file}).first->second;
    std::size_t fitting = 0;
    if (names_one_test(entry)) {
      if (tests.contains(entry.tests)) offer(entry, target.name, entry.tests);
      continue;
    }
    for (const std::string& test : tests) {
      if (!glob_match(entry.tests, test)) continue;
      ++fitting;
      offer(entry, target.name, test);
    }
    use.widest = std::max(use.widest, fitting);
  }
}

void Gate::offer(const Expectation& entry, const std::string& target, const std::string& test) {
  const auto [place, added] = entries_.try_emplace({target, test}, &entry);
  if (!added && is_more_specific(entry, *place->second)) place->second = &entry;
}

const Expectation* Gate::entry_for(const std::string& target, const std::string& test) const {
  const auto found = entries_.find({target, test});
  return found == entries_.end() ? nullptr : found->second;
}

std::vector<std::pair<std::string, std::string>> Gate::tests_of(const Expectation& entry) const {
  std::vector<std::pair<std::string, std::string>> tests;
  for (const auto& [test, its_entry] : entries_) {
    if (its_entry == &entry) tests.push_back(test);
  }
  return tests;
}

const ExpectationsFile* Gate::file_for(const std::string& target) const {
  for (const GateTarget& candidate : targets_) {
    if (candidate.name != target) continue;
    for (const ExpectationsFile& file : files_) {
      if (applies(file, candidate.library_version)) return &file;
    }
  }
  return nullptr;
}

void Gate::mark(TestResult& test) const {
  const Expectation* entry = entry_for(test.target, test.name);
  test.expected = test.verdict != Verdict::error && !compare(test, entry);
  if (entry != nullptr) test.known = KnownDeviation{entry->kind, entry->reason, source(*entry)};
}

std::string Gate::source(const Expectation& entry) const {
  return fmt::format("{}:{}", uses_.at(&entry).file->path, entry.line);
}

std::string Gate::where_to_add(const std::string& target) const {
  if (const ExpectationsFile* file = file_for(target)) return fmt::format("add to {}:", file->path);
  for (const GateTarget& candidate : targets_) {
    if (candidate.name != target) continue;
    const ExpectationsFile file = new_expectations("", candidate.library_version);
    return fmt::format("add to an expectations file with 'library: {}' and 'version: {}':",
                       file.library, file.version);
  }
  return "add:";
}

GateFinding Gate::finding(const TestResult& test, GateProblem problem) const {
  const Expectation* entry = entry_for(test.target, test.name);
  GateFinding finding{problem, test.target, test.name, "", "", "", ""};
  finding.message = std::string(name(test.verdict));
  if (!test.message.empty()) finding.message += ": " + test.message;
  if (entry == nullptr) {
    finding.advice = where_to_add(test.target);
    finding.line = to_line(entry_of(test));
    return finding;
  }
  finding.source = source(*entry);
  finding.message =
      fmt::format("expected {}{}{}, came to {}", name(entry->verdict),
                  entry->message.empty() ? "" : ": ", entry->message, finding.message);
  const bool one = names_one_test(*entry);
  if (problem == GateProblem::unexpected_pass) {
    finding.advice = one ? fmt::format("remove {}:", finding.source)
                         : fmt::format("narrow the glob of {}, so that it leaves this test out:",
                                       finding.source);
    finding.line = to_line(*entry);
  } else {
    finding.advice = one ? fmt::format("replace {} by:", finding.source)
                         : fmt::format("add, besides {} with its wider glob:", finding.source);
    finding.line = to_line(entry_of(test, entry));
  }
  return finding;
}

GateFinding Gate::finding(const Expectation& entry, GateProblem problem) const {
  GateFinding finding{problem, "", "", source(entry), "", "", to_line(entry)};
  if (problem == GateProblem::stale) {
    finding.message = fmt::format("'{}' speaks of no test that these targets have", entry.tests);
    finding.advice = fmt::format("remove {}:", finding.source);
  } else if (problem == GateProblem::too_wide) {
    finding.message = fmt::format("'{}' fits {} tests, {} are the most", entry.tests,
                                  uses_.at(&entry).widest, most_tests_of_entry);
    finding.advice =
        fmt::format("narrow the glob of {}, or write a line per test:", finding.source);
  } else {
    Expectation renewed = entry;
    renewed.until = year_later(today_);
    finding.message = fmt::format("'{}' counted until {}", entry.tests, entry.until);
    finding.advice = fmt::format("look at it again, then remove {} or give it another day, e.g.:",
                                 finding.source);
    finding.line = to_line(renewed);
  }
  return finding;
}

void Gate::check_entries(std::vector<GateFinding>& findings) const {
  std::set<const Expectation*> speaking;
  for (const auto& [test, entry] : entries_) speaking.insert(entry);
  for (const ExpectationsFile& file : files_) {
    for (const Expectation& entry : file.entries) {
      const auto use = uses_.find(&entry);
      if (use == uses_.end()) continue;  // its file is for another library
      if (!speaking.contains(&entry)) {
        findings.push_back(finding(entry, GateProblem::stale));
        continue;
      }
      if (use->second.widest > most_tests_of_entry) {
        findings.push_back(finding(entry, GateProblem::too_wide));
      }
      if (!entry.until.empty() && entry.until < today_) {
        findings.push_back(finding(entry, GateProblem::expired));
      }
    }
  }
}

GateResult Gate::conclude(const std::vector<TestResult>& tests) const {
  GateResult result;
  for (const ExpectationsFile& file : files_) {
    GateFile& entry =
        result.files.emplace_back(GateFile{file.path, file.library, file.version, {}});
    for (const GateTarget& target : targets_) {
      if (applies(file, target.library_version)) entry.targets.push_back(target.name);
    }
  }
  for (const TestResult& test : tests) {
    if (const auto problem = compare(test, entry_for(test.target, test.name))) {
      result.findings.push_back(finding(test, *problem));
    }
    if (is_known(test)) ++result.known;
  }
  check_entries(result.findings);
  return result;
}

}  // namespace mpitcheck

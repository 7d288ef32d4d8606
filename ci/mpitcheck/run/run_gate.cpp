// SPDX-License-Identifier: BSD-3-Clause
// Files and clock around the gate.
#include "ci/mpitcheck/run/run_gate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ci/mpitcheck/gate/expectations_update.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"

namespace mpitcheck {
namespace {

std::string today() { return timestamp().substr(0, 10); }

/// "2 added, 1 removed, 1 changed".
std::string changes(const ExpectationsFile& before, const ExpectationsFile& after) {
  const auto find = [](const ExpectationsFile& file, const Expectation& entry) {
    return std::ranges::find(file.entries, entry.tests, &Expectation::tests);
  };
  std::size_t added = 0, removed = 0, changed = 0;
  for (const Expectation& entry : before.entries) {
    removed += find(after, entry) == after.entries.end() ? 1U : 0U;
  }
  for (const Expectation& entry : after.entries) {
    const auto old = find(before, entry);
    if (old == before.entries.end()) {
      ++added;
    } else if (old->text != entry.text) {
      ++changed;
    }
  }
  return fmt::format("{} added, {} removed, {} changed", added, removed, changed);
}

}  // namespace

RunGate::RunGate(const RunOptions& options) : update_(options.update_expectations) {
  for (const std::string& path : options.expect) {
    std::error_code error;
    if (update_ && !std::filesystem::exists(path, error)) {
      missing_.push_back(path);
    } else {
      files_.push_back(load_expectations(path));
    }
  }
}

void RunGate::add_missing_file(const std::vector<GateTarget>& targets) {
  std::vector<const GateTarget*> without;
  for (const GateTarget& target : targets) {
    const auto fits = [&](const ExpectationsFile& file) {
      return applies(file, target.library_version);
    };
    if (std::ranges::none_of(files_, fits)) without.push_back(&target);
  }
  if (missing_.size() > 1 || without.size() != 1) {
    throw UserError(fmt::format(
        "--update-expectations: '{}' does not exist, and {} targets of this run have no "
        "expectations yet: to write a new file, run one such tree with one new file",
        missing_.front(), without.size()));
  }
  files_.push_back(new_expectations(missing_.front(), without.front()->library_version));
}

void RunGate::open(std::vector<GateTarget> targets) {
  if (!missing_.empty()) add_missing_file(targets);
  if (files_.empty()) return;
  gate_ = std::make_unique<Gate>(std::move(files_), std::move(targets), today());
  if (!update_) return;
  require_targets(*gate_);
  for (const ExpectationsFile& file : gate_->files()) outputs_.emplace_back(file.path);
}

void RunGate::mark(TestResult& test) const {
  if (gate_) gate_->mark(test);
}

void RunGate::conclude(RunReport& report) {
  if (!gate_) return;
  if (update_ && report.footer.complete && !report.footer.interrupted) update(report.tests);
  report.gate = gate_->conclude(report.tests);
}

void RunGate::update(std::vector<TestResult>& tests) {
  std::vector<ExpectationsFile> files = updated_expectations(*gate_, tests);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const ExpectationsFile& before = gate_->files()[i];
    const std::string text = to_text(files[i]);
    fmt::print(stderr, "{}: {}\n", escape_line(before.path), changes(before, files[i]));
    outputs_[i].commit(text);
    files[i] = parse_expectations(text, before.path);
  }
  gate_ = std::make_unique<Gate>(std::move(files), gate_->targets(), today());
  for (TestResult& test : tests) {
    test.known.reset();
    gate_->mark(test);
  }
}

}  // namespace mpitcheck

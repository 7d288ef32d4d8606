// SPDX-License-Identifier: BSD-3-Clause
// The table of hostile libraries.
#include "ci/mpitcheck/selftest/selftest_hostile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/output_file.hpp"
#include "ci/mpitcheck/run/run.hpp"
#include "ci/mpitcheck/selftest/selftest_filter.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

constexpr std::int64_t memory_limit = 256;  // MiB: far more than an MPI takes for these tests

struct Row {
  const HostileEntry* library;
  bool may_lack;                         // the tree is not the reference's
  std::vector<const TestResult*> tests;  // in the order of their names

  /// What deviates must also decide the gate. An MPI that has nothing for a test gives the library
  /// no occasion.
  [[nodiscard]] bool is_right(const TestResult& test) const {
    if (test.verdict == Verdict::vacuous && !test.missing.empty()) return may_lack;
    const bool counts =
        test.verdict == Verdict::pass || test.verdict == Verdict::error || breaks_must(test);
    return counts && contains(library->tests.at(test.name), std::string(name(test.verdict)));
  }
  [[nodiscard]] std::size_t wrong() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(tests, [&](const auto* test) { return !is_right(*test); }));
  }
  [[nodiscard]] double seconds() const {
    double longest = 0;
    for (const TestResult* test : tests) longest = std::max(longest, test->seconds);
    return longest;
  }
};

/// One target per library, all of the same tree.
std::vector<Target> targets_for(const std::vector<HostileEntry>& libraries, const Target& plain) {
  std::vector<Target> targets;
  for (const HostileEntry& library : libraries) {
    Target& target = targets.emplace_back(plain);
    target.name = library.name;
    target.tree.env["MPITCHECK_HOSTILE"] = library.name;
  }
  return targets;
}

RunOptions options_for(RunOptions options, const std::vector<HostileEntry>& libraries,
                       const Tree& tree) {
  std::set<std::string> names;
  for (const HostileEntry& library : libraries) {
    for (const auto& [test, verdicts] : library.tests) names.insert(test);
  }
  options.filters.assign(names.begin(), names.end());
  options.preload = {tree.hostile_library.string()};
  options.memory = memory_limit;
  options.quiet = true;
  options.counts = false;  // with a survey, tests would step over what is to be judged
  options.json.clear();
  return options;
}

std::vector<Row> rows_of(const std::vector<HostileEntry>& libraries, const Tree& tree,
                         const RunReport& report) {
  std::vector<Row> rows;
  for (const HostileEntry& library : libraries) {
    Row& row = rows.emplace_back(Row{&library, !tree.is_reference, {}});
    for (const TestResult& test : report.tests) {
      if (test.target == library.name && library.tests.contains(test.name))
        row.tests.push_back(&test);
    }
    std::ranges::sort(row.tests, {}, &TestResult::name);
  }
  return rows;
}

void print_table(const std::vector<Row>& rows) {
  std::size_t width = 7;
  for (const Row& row : rows) width = std::max(width, row.library->name.size());
  std::string names;
  for (const TestResult* test : rows.front().tests) {
    names += fmt::format("  {:<{}}", test->name, 10);
  }
  fmt::print("{:<{}}{}  seconds\n", "library", width, names);
  for (const Row& row : rows) {
    fmt::print("{:<{}}", row.library->name, width);
    for (const TestResult* test : row.tests) {
      fmt::print("  {:<{}}",
                 fmt::format("{}{}", name(test->verdict), row.is_right(*test) ? "" : " !"),
                 std::max<std::size_t>(10, test->name.size()));
    }
    fmt::print("  {:7.1f}\n", row.seconds());
  }
}

void print_wrong(const Row& row) {
  for (const TestResult* test : row.tests) {
    if (row.is_right(*test)) continue;
    fmt::print("\nwrong: {}: {}\n  {} came to {}, right is {}\n  {}\n", row.library->name,
               row.library->brief, test->name, name(test->verdict),
               fmt::join(row.library->tests.at(test->name), " or "), escape_line(test->message));
  }
}

json described(const Row& row) {
  json tests = json::array();
  for (const TestResult* test : row.tests) {
    tests.push_back({{"name", test->name},
                     {"right", row.library->tests.at(test->name)},
                     {"verdict", name(test->verdict)},
                     {"message", test->message},
                     {"notes", test->notes},
                     {"seconds", test->seconds}});
  }
  return {{"name", row.library->name}, {"brief", row.library->brief}, {"tests", tests}};
}

}  // namespace

int selftest_hostile(const RunOptions& options, const std::vector<std::string>& filters,
                     const std::vector<std::string>& command) {
  const std::vector<Target> plain = load_targets(options);
  const Tree& tree = plain.front().tree;
  if (tree.hostile.empty()) refuse_unbuilt(tree, "hostile libraries", "selftest");
  const std::vector<HostileEntry> libraries = fitting(
      tree.hostile, filters, "hostile library", "hostile",
      [](const HostileEntry& it, const std::string& glob) { return glob_match(glob, it.name); });
  std::optional<OutputFile> file;
  if (!options.json.empty()) file.emplace(options.json);

  const RunReport report = execute_tests(options_for(options, libraries, tree),
                                         targets_for(libraries, plain.front()), command);
  const std::vector<Row> rows = rows_of(libraries, tree, report);
  std::size_t wrong = 0;
  json entries = json::array();
  print_table(rows);
  for (const Row& row : rows) {
    print_wrong(row);
    wrong += row.wrong();
    entries.push_back(described(row));
  }
  fmt::print("\n{} hostile libraries, {} verdicts, {} wrong; report {}; {:.0f} s\n", rows.size(),
             report.tests.size(), wrong, report.footer.complete ? "complete" : "not complete",
             report.footer.seconds);
  if (file) {
    const json document = {
        {"schema", 1},    {"tree", options.trees.front()},    {"complete", report.footer.complete},
        {"wrong", wrong}, {"seconds", report.footer.seconds}, {"libraries", entries}};
    file->commit(document.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  }
  if (report.footer.interrupted) return exit_interrupted;
  return wrong == 0 && report.footer.complete ? exit_as_expected : exit_broken_must;
}

}  // namespace mpitcheck

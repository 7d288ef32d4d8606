// SPDX-License-Identifier: BSD-3-Clause
// One run of the suites per variant.
#include "ci/mpitcheck/selftest/selftest_variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "ci/mpitcheck/job/ask.hpp"
#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/output_file.hpp"
#include "ci/mpitcheck/run/inventory.hpp"
#include "ci/mpitcheck/run/run.hpp"
#include "ci/mpitcheck/selftest/selftest_filter.hpp"
#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

constexpr std::size_t alarm_failures_shown = 3;  // shown of one test
constexpr std::size_t alarm_text = 300;          // bytes of one field
constexpr double short_stress = 0.1;             // seconds a test: there are many variants

struct VariantRun {
  Variant variant;
  RunReport report;

  [[nodiscard]] const TargetResult& target() const { return report.targets.front(); }
  [[nodiscard]] std::vector<const TestResult*> alarms() const {
    std::vector<const TestResult*> found;
    for (const TestResult& test : report.tests) {
      if (is_alarm(test, variant)) found.push_back(&test);
    }
    return found;
  }
};

bool is_in_catalogue(std::string_view id) {
  if (id.empty()) return false;
  return find_clause(id) != nullptr ||
         std::any_of(all_clauses().begin(), all_clauses().end(),
                     [&](const ClauseData& clause) { return clause.ambiguity == id; });
}

/// Runs the tree's bin/variants.
std::vector<Variant> list_variants(const RunOptions& options) {
  const std::vector<Target> targets = load_targets(options);
  const Tree& tree = targets.front().tree;
  if (tree.variants.empty()) {
    throw UserError(fmt::format(
        "tree '{}' tests an MPI without variants: name a tree of the reference", tree.named));
  }
  if (!std::filesystem::exists(tree.variants)) refuse_unbuilt(tree, "variants", "selftest");
  return parse_variants(ask(tree.variants, targets.front(), options));
}

void print_header(std::size_t width) {
  fmt::print(
      "{:<{}}  cvars  pvars  categories  events  tests  pass  vacuous  given up  alarms  seconds\n",
      "variant", width);
}

std::size_t number(const RunReport& report, Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(report.tests.begin(), report.tests.end(),
                    [&](const TestResult& test) { return test.verdict == verdict; }));
}

void print_row(const VariantRun& run, std::size_t width) {
  const Counts counts = run.target().counts.value_or(Counts{});
  const std::size_t alarms = run.alarms().size();
  const auto deviations = static_cast<std::size_t>(
      std::count_if(run.report.tests.begin(), run.report.tests.end(),
                    [](const TestResult& test) { return test.verdict >= Verdict::quality; }));
  fmt::print("{:<{}}  {:>5}  {:>5}  {:>10}  {:>6}  {:>5}  {:>4}  {:>7}  {:>8}  {:>6}  {:>7.1f}\n",
             run.variant.name, width, counts.cvars, counts.pvars, counts.categories, counts.events,
             run.report.tests.size(), number(run.report, Verdict::pass),
             number(run.report, Verdict::vacuous) + number(run.report, Verdict::not_applicable),
             deviations - alarms, alarms, run.report.footer.seconds);
  std::fflush(stdout);
}

void print_alarm(const VariantRun& run, const TestResult& test) {
  fmt::print("\n{}: {} under variant {}: {}\n", name(test.verdict), escape_line(test.name),
             run.variant.name, run.variant.description);
  if (!test.message.empty()) fmt::print("  {}\n", tidy(test.message, alarm_text));
  for (std::size_t i = 0; i < std::min(alarm_failures_shown, test.failures.size()); ++i) {
    const Failure& failure = test.failures[i];
    fmt::print("  {} ({}): {}\n    expected {}\n    actual   {}\n",
               tidy(failure.clause, alarm_text), failure.level, tidy(failure.subject, alarm_text),
               tidy(failure.expected, alarm_text), tidy(failure.actual, alarm_text));
  }
  if (test.failures.empty() && !test.charged.empty()) {
    fmt::print("  while examining {}\n", fmt::join(test.charged, ", "));
  }
  fmt::print("    replay   {}\n", escape_line(test.replay));
}

json described(const TestResult& test) {
  json failures = json::array();
  for (const Failure& failure : test.failures) {
    failures.push_back({{"clause", failure.clause},
                        {"level", failure.level},
                        {"subject", failure.subject},
                        {"expected", failure.expected},
                        {"actual", failure.actual}});
  }
  return {{"test", test.name},       {"verdict", name(test.verdict)}, {"message", test.message},
          {"charged", test.charged}, {"failures", failures},          {"replay", test.replay}};
}

json described(const VariantRun& run) {
  json verdicts = json::object();
  for (const auto& [verdict, count] : verdict_counts(run.report, run.target().name)) {
    verdicts[std::string(name(verdict))] = count;
  }
  json alarms = json::array();
  for (const TestResult* test : run.alarms()) alarms.push_back(described(*test));
  return {{"name", run.variant.name},
          {"description", run.variant.description},
          {"legal_by", run.variant.legal_by},
          {"gives_up", run.variant.gives_up},
          {"tests", run.report.tests.size()},
          {"verdicts", verdicts},
          {"seconds", run.report.footer.seconds},
          {"notes", run.target().notes},
          {"alarms", alarms}};
}

}  // namespace

std::vector<Variant> parse_variants(std::string_view text) {
  std::vector<Variant> variants;
  try {
    for (const json& entry : json::parse(text)) {
      variants.push_back(
          {entry.at("name"), entry.at("description"), entry.at("legal_by"), entry.at("gives_up")});
    }
  } catch (const json::exception& problem) {
    throw UserError(
        fmt::format("the tree's list of variants is malformed ({}): rebuild it", problem.what()),
        exit_own_error);
  }
  for (const Variant& variant : variants) {
    for (const std::string& id : variant.legal_by) {
      if (is_in_catalogue(id)) continue;
      throw UserError(fmt::format("variant '{}' appeals to '{}', which is neither a clause nor an "
                                  "ambiguity of the catalogue",
                                  variant.name, id),
                      exit_own_error);
    }
  }
  return variants;
}

bool is_alarm(const TestResult& test, const Variant& variant) {
  switch (test.verdict) {
    case Verdict::not_applicable:
    case Verdict::vacuous:
    case Verdict::inconclusive:
    case Verdict::pass:
      return false;
    case Verdict::quality:
      return !contains(variant.gives_up, "quality");
    case Verdict::warn:
      return !contains(variant.gives_up, "should");
    case Verdict::error:
      return true;
    default:  // a crash may break no more than a `quality` clause
      return !contains(variant.gives_up, test.level);
  }
}

int selftest_variants(const RunOptions& options, const std::vector<std::string>& filters,
                      const std::vector<std::string>& command) {
  const std::vector<Variant> variants =
      fitting(list_variants(options), filters, "variant", "variants",
              [](const Variant& variant, const std::string& glob) {
                return glob_match(glob, variant.name);
              });
  std::optional<OutputFile> file;
  if (!options.json.empty()) file.emplace(options.json);

  std::size_t width = 7;
  for (const Variant& variant : variants) width = std::max(width, variant.name.size());
  std::vector<VariantRun> runs;
  bool interrupted = false;
  double seconds = 0;
  print_header(width);
  for (const Variant& variant : variants) {
    RunOptions one = options;
    one.json.clear();
    one.env.push_back("MPIT_VARIANT=" + variant.name);
    if (one.stress_duration == 0) one.stress_duration = short_stress;
    one.quiet = true;
    runs.push_back({variant, execute_tests(one, command)});
    seconds += runs.back().report.footer.seconds;
    interrupted = runs.back().report.footer.interrupted;
    if (interrupted) break;
    print_row(runs.back(), width);
  }

  std::size_t alarms = 0;
  json entries = json::array();
  for (const VariantRun& run : runs) {
    for (const TestResult* test : run.alarms()) print_alarm(run, *test);
    for (const std::string& note : run.target().notes) {
      fmt::print("\nalarm: inventory under variant {}: {}\n", run.variant.name,
                 tidy(note, alarm_text));
    }
    alarms += run.alarms().size() + run.target().notes.size();
    entries.push_back(described(run));
  }
  fmt::print("\n{} of {} variants, {} alarms, {:.0f} s{}\n", runs.size(), variants.size(), alarms,
             seconds, interrupted ? ", interrupted" : "");
  const json list = {{"schema", 1},
                     {"tree", options.trees.front()},
                     {"complete", !interrupted},
                     {"alarms", alarms},
                     {"seconds", seconds},
                     {"variants", entries}};
  if (file) file->commit(list.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  if (interrupted) return exit_interrupted;
  return alarms == 0 ? exit_as_expected : exit_broken_must;
}

}  // namespace mpitcheck

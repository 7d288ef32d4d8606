// SPDX-License-Identifier: BSD-3-Clause
// Findings, tests that deviate and a table, as text.
#include "ci/mpitcheck/run/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t failures_shown = 1;  // per test; reports hold them all
constexpr std::size_t calls_shown = 4;     // the last ones
constexpr std::size_t stacks_shown = 4;    // threads
constexpr std::size_t frames_shown = 8;    // the innermost

using Out = std::back_insert_iterator<std::string>;

/// Width on a terminal, for text that is plain UTF-8.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xc0') != '\x80'; }));
}

std::string padded(std::string text, std::size_t to) {
  text.append(to - std::min(to, width(text)), ' ');
  return text;
}

std::string library_line(const TargetResult& target) {
  std::string text = target.library_version.substr(0, target.library_version.find('\n'));
  text = text.substr(0, text.find(','));
  std::replace(text.begin(), text.end(), '\t', ' ');
  return tidy(shortened(fmt::format("{} (MPI {})", text, target.mpi_version), 60));
}

/// Verdicts that get a column: those that occur, pass and fail always.
std::vector<Verdict> columns(const RunReport& report) {
  constexpr Verdict order[] = {Verdict::pass,           Verdict::fail,         Verdict::crash,
                               Verdict::timeout,        Verdict::early_exit,   Verdict::warn,
                               Verdict::quality,        Verdict::inconclusive, Verdict::vacuous,
                               Verdict::not_applicable, Verdict::error};
  std::vector<Verdict> shown;
  for (const Verdict verdict : order) {
    const bool occurs =
        std::any_of(report.tests.begin(), report.tests.end(),
                    [&](const TestResult& test) { return test.verdict == verdict; });
    if (occurs || verdict == Verdict::pass || verdict == Verdict::fail) shown.push_back(verdict);
  }
  return shown;
}

void append_table(Out out, const RunReport& report) {
  const std::vector<Verdict> shown = columns(report);
  std::size_t name_width = 6, library_width = 7;
  for (const TargetResult& target : report.targets) {
    name_width = std::max(name_width, width(tidy(target.name)));
    library_width = std::max(library_width, width(library_line(target)));
  }
  fmt::format_to(out, "{}  {}", padded("target", name_width), padded("library", library_width));
  for (const Verdict verdict : shown) fmt::format_to(out, "  {}", name(verdict));
  fmt::format_to(out, "  seconds\n");
  for (const TargetResult& target : report.targets) {
    const auto counts = verdict_counts(report, target.name);
    fmt::format_to(out, "{}  {}", padded(tidy(target.name), name_width),
                   padded(library_line(target), library_width));
    for (const Verdict verdict : shown) {
      const auto found = counts.find(verdict);
      fmt::format_to(out, "  {:>{}}", found == counts.end() ? 0 : found->second,
                     name(verdict).size());
    }
    fmt::format_to(out, "  {:>7.1f}\n", target.seconds);
  }
}

void append_field(Out out, std::string_view label, std::string_view text) {
  if (!text.empty()) fmt::format_to(out, "    {:<9} {}\n", label, tidy(text));
}

void append_failure(Out out, const Failure& failure, std::string_view mpi_version) {
  if (!failure.clause.empty()) {
    std::string where = failure.level;
    if (!failure.section.empty())
      where += fmt::format(", MPI {} section {}", mpi_version, failure.section);
    fmt::format_to(out, "  {} ({}): {}\n", tidy(failure.clause), tidy(where), tidy(failure.rule));
  }
  append_field(out, "variable", failure.subject);
  append_field(out, "expected", failure.expected);
  append_field(out, "actual", failure.actual);
  append_field(out, "when", failure.phase);
  std::string_view label = "calls";
  const std::size_t calls = failure.calls.size();
  for (std::size_t i = calls - std::min(calls, calls_shown); i < calls; ++i) {
    append_field(out, label, failure.calls[i]);
    label = "";
  }
}

void append_stacks(Out out, const std::vector<ThreadStack>& stacks) {
  for (std::size_t i = 0; i < std::min(stacks.size(), stacks_shown); ++i) {
    append_field(out, "stack", stacks[i].thread);
    const auto& frames = stacks[i].frames;
    for (std::size_t frame = 0; frame < std::min(frames.size(), frames_shown); ++frame) {
      append_field(out, "", frames[frame]);
    }
  }
  if (stacks.size() > stacks_shown) {
    append_field(out, "stack",
                 fmt::format("and {} more: see the report", stacks.size() - stacks_shown));
  }
}

void append_heading(Out out, const TestResult& test) {
  fmt::format_to(out, "\n{}: {} {}\n", name(test.verdict), tidy(test.target), tidy(test.name));
  if (!test.message.empty()) fmt::format_to(out, "  {}\n", tidy(test.message));
}

void append_test(Out out, const TestResult& test, std::string_view mpi_version) {
  append_heading(out, test);
  const std::size_t shown = std::min(test.failures.size(), failures_shown);
  // A crash, timeout or early exit is recorded last and shown first.
  const bool charged = !test.charged.empty();
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t index = charged ? (i + test.failures.size() - 1) % test.failures.size() : i;
    append_failure(out, test.failures[index], mpi_version);
  }
  if (test.failures.size() > shown) {
    fmt::format_to(out, "  and {} more: see the report\n", test.failures.size() - shown);
  }
  if (test.verdict == Verdict::error && !test.output.empty()) {
    out = std::copy_n("  output:\n", 10, out);
    const std::string block = escape_block(shortened(test.output, 2000), "    ");
    std::copy(block.begin(), block.end(), out);
  }
  append_stacks(out, test.stacks);
  for (const std::string& note : test.notes) append_field(out, "note", note);
  if (test.repro) {
    append_field(out, "program",
                 test.repro->reproduced ? test.repro->file : "none: " + test.repro->reason);
  }
  fmt::format_to(out, "    {:<9} {}\n", "replay", escape_line(test.replay));
}

/// A line per finding, new ones first.
void append_findings(Out out, const RunReport& report) {
  if (report.findings.empty()) return;
  fmt::format_to(out, "\nFindings: {}\n", report.findings.size());
  for (const Finding& finding : report.findings) {
    std::string targets;
    std::size_t tests = 0;
    for (const Sighting& sighting : finding.sightings) {
      targets += (targets.empty() ? "" : ", ") + report::sighting_line(sighting);
      tests += sighting.tests.size();
    }
    fmt::format_to(out, "  {}  {:<7}  {:<10}  {}  [{}, {} test{}]\n", finding.id, finding.level,
                   name(finding.verdict), tidy(finding.line, 200), tidy(targets), tests,
                   tests == 1 ? "" : "s");
  }
  fmt::format_to(out, "  More of one: mpitcheck finding ID report.json\n");
}

void append_capabilities(Out out, const RunReport& report) {
  const auto rows = report::capabilities(report);
  if (rows.empty()) return;
  fmt::format_to(out, "\n{}. {}\n", report::capability_title, report::capability_note);
  for (const report::Capability& row : rows) {
    fmt::format_to(out, "  {}  {:<20}  {}\n", tidy(row.target), tidy(row.function),
                   tidy(row.outcome));
  }
}

void append_gate(Out out, const GateResult& gate) {
  if (gate.findings.empty()) {
    fmt::format_to(out, "\nGate: as expected. Known deviations: {}.\n", gate.known);
    return;
  }
  fmt::format_to(out, "\nGate: differences from the expectations: {}. Known deviations: {}.\n",
                 gate.findings.size(), gate.known);
  for (const GateFinding& finding : gate.findings) {
    fmt::format_to(out, "\n{}:", name(finding.problem));
    if (!finding.test.empty()) {
      fmt::format_to(out, " {} {}:", tidy(finding.target), tidy(finding.test));
    }
    fmt::format_to(out, " {}\n  {}\n  {}\n", tidy(finding.message), escape_line(finding.advice),
                   escape_line(finding.line));
  }
}

std::string_view version_of(const RunReport& report, const std::string& target) {
  for (const TargetResult& result : report.targets) {
    if (result.name == target) return result.mpi_version;
  }
  return {};
}

/// Of tests that share all their findings with one above, a line will do.
void append_tests(Out out, const RunReport& report) {
  std::set<std::size_t> telling, found;
  for (const Finding& finding : report.findings) {
    for (const Sighting& sighting : finding.sightings) {
      telling.insert(sighting.tests.front());
      found.insert(sighting.tests.begin(), sighting.tests.end());
    }
  }
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const TestResult& test = report.tests[i];
    if (test.verdict < Verdict::error || is_known(test)) continue;
    if (telling.contains(i) || !found.contains(i)) {
      append_test(out, test, version_of(report, test.target));
    } else {
      append_heading(out, test);
    }
  }
}

}  // namespace

std::string summary(const RunReport& report) {
  std::string text;
  const Out out = std::back_inserter(text);
  append_findings(out, report);
  append_tests(out, report);
  append_capabilities(out, report);
  text += '\n';
  append_table(out, report);
  for (const TargetResult& target : report.targets) {
    for (const std::string& note : target.notes) {
      fmt::format_to(out, "note: {}: {}\n", tidy(target.name), tidy(note));
    }
  }
  if (report.gate) append_gate(out, *report.gate);
  if (report.footer.interrupted) text += "\nInterrupted: not all selected tests have run.\n";
  return text;
}

}  // namespace mpitcheck

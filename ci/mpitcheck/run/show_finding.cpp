// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck finding`.
#include "ci/mpitcheck/run/show_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ci/mpitcheck/compare/read_report.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck {
namespace {

/// Writes a letter, for a terminal or as Markdown.
class Letter {
 public:
  explicit Letter(bool as_markdown) : as_markdown_(as_markdown) {}

  void heading(std::string_view text) {
    out_ += as_markdown_ ? fmt::format("## {}\n\n", report::markdown(text)) : tidy(text) + "\n\n";
  }

  /// Nothing where `text` is empty.
  void field(std::string_view label, std::string_view text) {
    if (text.empty()) return;
    out_ += as_markdown_ ? fmt::format("- {}: {}\n", label, report::markdown(text))
                         : fmt::format("  {:<9} {}\n", label, escape_line(text));
  }

  void code(std::string_view label, std::string_view text, std::string_view language) {
    if (text.empty()) return;
    out_ += as_markdown_ ? fmt::format("\n{}:\n\n{}", label,
                                       report::markdown_block(text, language, report::Lines::keep))
                         : fmt::format("\n  {}:\n\n{}", label, escape_block(text, "    "));
  }

  void end_of_part() { out_ += '\n'; }
  std::string take() { return std::move(out_); }

 private:
  bool as_markdown_;
  std::string out_;
};

std::string lines_of(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += escape_line(item) + '\n';
  return out;
}

void append_rules(Letter& letter, const Sighting& sighting, const TargetResult& target) {
  for (const Failure& offence : sighting.examples) {
    if (offence.clause.empty()) continue;
    const std::string where =
        offence.section.empty()
            ? std::string()
            : fmt::format(", MPI {} section {}", target.mpi_version, offence.section);
    letter.field("rule",
                 fmt::format("{} ({}{}; {})", offence.rule, offence.level, where, offence.clause));
  }
}

void append_sighting(Letter& letter, const RunReport& report, const Sighting& sighting) {
  const TestResult& test = report.tests[sighting.tests.front()];
  const auto target = std::ranges::find(report.targets, sighting.target, &TargetResult::name);
  const Failure& offence = sighting.examples.front();
  letter.field("library", fmt::format("{} (MPI {})", library_label(*target), target->mpi_version));
  append_rules(letter, sighting, *target);
  letter.field("expected", offence.expected);
  letter.field("actual", offence.actual);
  letter.field("when", offence.phase);
  const std::size_t more = sighting.more_objects;
  letter.field("objects", fmt::format("{}{}", fmt::join(sighting.objects, "; "),
                                      more == 0 ? "" : fmt::format("; and {} more", more)));
  std::vector<std::string> tests;
  for (const std::size_t index : sighting.tests) tests.push_back(report.tests[index].name);
  letter.field("tests", fmt::format("{}", fmt::join(tests, ", ")));
  if (test.known) letter.field("known", test.known->reason);
  letter.code("Calls", lines_of(offence.calls), "c");
  if (sighting.has_program) {
    letter.code("C program: ends with 0 where the rule is kept", test.repro->program, "c");
  }
  letter.code("To see it again", test.replay, "sh");
  letter.end_of_part();
}

}  // namespace

std::string show_finding(const std::string& id, const std::string& path, bool as_markdown) {
  const RunReport report = read_report(path);
  const auto finding = std::ranges::find(report.findings, id, &Finding::id);
  if (finding == report.findings.end()) {
    throw UserError(fmt::format("'{}' has no finding '{}': {}", path, id,
                                report.findings.empty() ? "it has none at all"
                                                        : "it begins with a list of them, e.g. " +
                                                              report.findings.front().id));
  }
  Letter letter(as_markdown);
  letter.heading(fmt::format("{} ({} {})", finding->line, finding->level, finding->id));
  for (const Sighting& sighting : finding->sightings) append_sighting(letter, report, sighting);
  return letter.take();
}

}  // namespace mpitcheck

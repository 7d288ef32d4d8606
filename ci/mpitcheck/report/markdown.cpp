// SPDX-License-Identifier: BSD-3-Clause
// Writes the Markdown summary: findings, verdict counts per target, then the tests that deviate.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/text.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck::report {
namespace {

// Room kept free for the line that says what was cut.
constexpr std::size_t room_for_last_line = 200;
constexpr std::size_t longest_outcome = 300;
constexpr std::size_t longest_stacks = 4000;

using Clauses = std::map<std::string_view, const ClauseResult*>;

class Writer {
 public:
  Writer(const RunReport& report, std::size_t limit) : report_(report), limit_(limit) {
    for (const ClauseResult& clause : report.clauses) clauses_[clause.id] = &clause;
  }

  std::string write() {
    write_header();
    write_findings();
    write_table();
    write_gate();
    write_capabilities();
    for (const TargetResult& target : report_.targets) write_target(target);
    if (cut_ > 0) {
      out_ += fmt::format("\n**{} of {} tests are cut here; report.json has them all.**\n", cut_,
                          cut_ + written_);
    }
    return std::move(out_);
  }

 private:
  void write_header() {
    const Header& header = report_.header;
    out_ += fmt::format("# MPI_T conformance\n\n{} {}, {}, started {}, took {:.1f} s.\n",
                        markdown(header.tool), markdown(header.version), markdown(header.system),
                        markdown(header.started), report_.footer.seconds);
    if (!report_.footer.complete) {
      out_ += report_.footer.interrupted
                  ? "\n**Interrupted: this holds what was done until then.**\n"
                  : "\n**Incomplete: not every selected test has run.**\n";
    }
  }

  void write_findings() {
    if (report_.findings.empty()) {
      out_ += "\nNo findings.\n";
      return;
    }
    out_ +=
        "\n## Findings\n\n| Finding | Level | What | Targets | Tests |\n|---|---|---|---|--:|\n";
    for (const Finding& finding : report_.findings) {
      std::string targets;
      std::size_t tests = 0;
      for (const Sighting& it : finding.sightings) {
        targets += (targets.empty() ? "" : ", ") + sighting_line(it);
        tests += it.tests.size();
      }
      const std::string row =
          fmt::format("| {} {} | {} | {} | {} | {} |\n", symbol(finding.verdict), finding.id,
                      markdown(finding.level), markdown(shortened(finding.line, longest_outcome)),
                      markdown(targets), tests);
      if (out_.size() + row.size() + room_for_last_line > limit_ / 2) {
        out_ += "\nThe others stand in report.json.\n";
        break;
      }
      out_ += row;
    }
    out_ += "\nOne to send: `mpitcheck finding ID report.json --markdown`.\n";
  }

  void write_table() {
    const std::vector<Verdict> used = verdicts_in_use(report_);
    std::string rule = "|---|---|---|";
    out_ += "\n## Targets\n\n| Target | MPI | Library |";
    for (const Verdict verdict : used) {
      out_ += fmt::format(" {} {} |", symbol(verdict), name(verdict));
      rule += "--:|";
    }
    out_ += '\n' + rule + '\n';
    for (const TargetResult& target : report_.targets) {
      out_ += fmt::format("| {} | {} | {} |", markdown(target.name), markdown(target.mpi_version),
                          markdown(shortened(first_line(target.library_version), 80)));
      const auto counts = verdict_counts(report_, target.name);
      for (const Verdict verdict : used) {
        const auto found = counts.find(verdict);
        out_ += fmt::format(" {} |", found == counts.end() ? 0 : found->second);
      }
      out_ += '\n';
    }
    out_ += report_.gate
                ? "\nNumbers of tests. Only differences from the expectations fail the run.\n"
                : "\nNumbers of tests. Only a broken `must` fails the run.\n";
  }

  void write_gate() {
    if (!report_.gate) return;
    const GateResult& gate = *report_.gate;
    const std::size_t found = gate.findings.size();
    out_ += fmt::format(
        "\n## Gate: {}\n\nDifferences from the expectations: {}. Known deviations: {}.\n",
        found == 0 ? "as expected" : "not as expected", found, gate.known);
    for (const GateFinding& finding : gate.findings) {
      const std::string text = gate_finding(finding);
      if (out_.size() + text.size() + room_for_last_line > limit_) {
        ++cut_;
        continue;
      }
      ++written_;
      out_ += text;
    }
  }

  void write_capabilities() {
    const std::vector<Capability> rows = capabilities(report_);
    if (rows.empty()) return;
    out_ += fmt::format("\n## {}\n\n{}\n\n| Target | Function | Outcome |\n|---|---|---|\n",
                        capability_title, capability_note);
    for (const Capability& row : rows) {
      out_ += fmt::format("| {} | {} | {} |\n", markdown(row.target), markdown(row.function),
                          markdown(shortened(row.outcome, longest_outcome)));
    }
  }

  static std::string gate_finding(const GateFinding& finding) {
    const std::string test = finding.test.empty() ? std::string()
                                                  : fmt::format(" {} {}:", markdown(finding.target),
                                                                markdown_code(finding.test));
    return fmt::format("\n- **{}**:{} {}\n\n  {}\n\n{}", name(finding.problem), test,
                       markdown(finding.message), markdown(finding.advice),
                       markdown_block(finding.line, "text"));
  }

  void write_target(const TargetResult& target) {
    std::vector<const TestResult*> findings;
    for (const TestResult& test : report_.tests) {
      if (test.target == target.name && is_finding(test.verdict)) findings.push_back(&test);
    }
    std::ranges::stable_sort(findings, [](const TestResult* a, const TestResult* b) {
      return std::pair(breaks_must(*a), a->verdict) > std::pair(breaks_must(*b), b->verdict);
    });
    std::string heading = fmt::format("\n## Tests of {}\n", markdown(target.name));
    for (const TestResult* test : findings) {
      const std::string text = heading + finding(*test, target);
      if (cut_ > 0 || out_.size() + text.size() + room_for_last_line > limit_) {
        ++cut_;
        continue;
      }
      ++written_;
      out_ += text;
      heading.clear();
    }
  }

  std::string finding(const TestResult& test, const TargetResult& target) const {
    std::string out = fmt::format("\n### {} {}: {}\n\n", symbol(test.verdict), name(test.verdict),
                                  markdown_code(test.name));
    if (!test.message.empty()) out += fmt::format("Message: {}\n\n", markdown(test.message));
    if (test.known) out += fmt::format("Expectations: {}\n\n", markdown(known_line(test)));
    for (const std::string& id : test.charged) out += clause_line(id, target);
    for (const Failure& failure : test.failures) out += offence(failure);
    for (const std::string& note : test.notes) out += fmt::format("- note: {}\n", markdown(note));
    if (!test.stacks.empty()) {
      out += fold("Stacks", markdown_block(shortened(stacks_text(test.stacks), longest_stacks),
                                           "text", Lines::keep));
    }
    if (test.repro) out += repro(*test.repro);
    if (!test.replay.empty()) out += '\n' + markdown_block(test.replay, "sh");
    return out;
  }

  std::string clause_line(std::string_view id, const TargetResult& target) const {
    const auto found = clauses_.find(id);
    if (found == clauses_.end()) return fmt::format("- clause {}\n", markdown_code(id));
    const ClauseResult& clause = *found->second;
    const auto section = clause.section.find(target.mpi_version);
    return line(id, clause.level, section == clause.section.end() ? "" : section->second,
                clause.rule);
  }

  static std::string line(std::string_view clause, std::string_view level, std::string_view section,
                          std::string_view rule) {
    return fmt::format("- clause {} ({}{}{}): {}\n", markdown_code(clause), markdown(level),
                       section.empty() ? "" : ", section ", markdown(section), markdown(rule));
  }

  static std::string offence(const Failure& failure) {
    std::string out = line(failure.clause, failure.level, failure.section, failure.rule);
    if (!failure.subject.empty()) {
      out += fmt::format("  - subject: {}\n", markdown_code(failure.subject));
    }
    out += fmt::format("  - expected: {}\n  - actual: {}\n", markdown_code(failure.expected),
                       markdown_code(failure.actual));
    return out;
  }

  static std::string fold(std::string_view title, std::string_view content) {
    return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", title, content);
  }

  static std::string repro(const Repro& repro) {
    std::string out = repro.reason.empty() ? std::string()
                                           : fmt::format("- program: {}\n", markdown(repro.reason));
    if (!repro.program.empty()) {
      return out + fold("C program", markdown_block(repro.program, "c", Lines::keep));
    }
    for (const std::string& call : repro.calls) {
      out += fmt::format("  - {}\n", markdown_code(shortened(call, 300)));
    }
    return out;
  }

  const RunReport& report_;
  const std::size_t limit_;
  Clauses clauses_;
  std::string out_;
  std::size_t written_ = 0;
  std::size_t cut_ = 0;
};

}  // namespace

std::string to_markdown(const RunReport& report, std::size_t limit) {
  return Writer(report, limit).write();
}

}  // namespace mpitcheck::report

// SPDX-License-Identifier: BSD-3-Clause
// The beginning of the page: a line per finding, with what to know of it on click; its matrix of
// clauses and targets, and its evidence for readers without JavaScript.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ci/mpitcheck/report/page_model.hpp"
#include "ci/mpitcheck/report/text.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck::report {

namespace {

constexpr std::size_t longest_line = 300;
constexpr std::size_t longest_told = 1000;
constexpr std::size_t most_tests = 12;  // of a sighting

std::string told(std::string_view text) { return html(shortened(text, longest_told)); }

void append_told(std::string& out, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  fmt::format_to(std::back_inserter(out), "<dt>{}</dt><dd>{}</dd>", key, value);
}

std::string rule(const Failure& offence, const TargetResult& target) {
  if (offence.clause.empty()) return {};
  const std::string where =
      offence.section.empty()
          ? std::string()
          : fmt::format(", MPI {} section {}", html(target.mpi_version), html(offence.section));
  return fmt::format("<a href=\"#{0}\">{0}</a> ({1}{2}): {3}", html(offence.clause),
                     html(offence.level), where, told(offence.rule));
}

std::string tests_of(const RunReport& report, const Sighting& sighting) {
  std::string out;
  for (std::size_t i = 0; i < std::min(sighting.tests.size(), most_tests); ++i) {
    const TestResult& test = report.tests[sighting.tests[i]];
    out += fmt::format("{}<code>{}</code>", out.empty() ? "" : ", ", html(test.name));
  }
  if (sighting.tests.size() <= most_tests) return out;
  return out + fmt::format(" and {} more", sighting.tests.size() - most_tests);
}

std::string objects_of(const Sighting& sighting) {
  std::string out;
  for (const std::string& object : sighting.objects) {
    out += (out.empty() ? "" : "<br>") + told(object);
  }
  if (sighting.more_objects > 0) out += fmt::format("<br>and {} more", sighting.more_objects);
  return out;
}

std::string calls_of(const Failure& offence) {
  std::string out;
  for (const std::string& call : offence.calls) {
    out += fmt::format("{}<code>{}</code>", out.empty() ? "" : "<br>", told(call));
  }
  return out;
}

std::string details(const RunReport& report, const Sighting& sighting, const TargetResult& target) {
  const TestResult& test = report.tests[sighting.tests.front()];
  const Failure& offence = sighting.examples.front();
  std::string out = fmt::format(
      "<article><h4><span class=\"{0} badge\">{0}</span> {1} <small>{2}</small></h4>\n<dl>",
      name(sighting.verdict), html(sighting_line(sighting)),
      html(shortened(first_line(target.library_version), longest_line)));
  for (const Failure& example : sighting.examples) append_told(out, "rule", rule(example, target));
  append_told(out, "expected", told(offence.expected));
  append_told(out, "actual", told(offence.actual));
  append_told(out, "when", told(offence.phase));
  append_told(out, "calls", calls_of(offence));
  append_told(out, "objects", objects_of(sighting));
  append_told(out, "tests", tests_of(report, sighting));
  append_told(out, "expectations", told(known_line(test)));
  append_told(out, "replay", fmt::format("<code>{}</code>", html(test.replay)));
  out += "</dl>\n";
  if (!sighting.has_program) return out + "</article>\n";
  return out +
         fmt::format("<details><summary>C program</summary><pre>{}</pre></details></article>\n",
                     html(test.repro->program, Lines::keep));
}

std::string summary_of(const Finding& finding) {
  std::string targets;
  for (const Sighting& sighting : finding.sightings) {
    targets += fmt::format(" <span class=\"where\">{}</span>", html(sighting_line(sighting)));
  }
  return fmt::format(
      "<summary><span class=\"{0} badge\">{0}</span> <span class=\"level\">{1}</span> "
      "<code>{2}</code> <span class=\"line\">{3}</span>{4}</summary>\n",
      name(finding.verdict), html(finding.level), finding.id,
      html(shortened(finding.line, longest_line)), targets);
}

// Longer texts are cut in the version without JavaScript; report.json has them whole.
constexpr std::size_t longest_cell = 1000;

// The header row stays in sight, so it has to stay low.
constexpr std::size_t longest_heading = 48;

// With more targets the columns become narrower.
constexpr std::size_t few_targets = 5;

std::string_view verdict_of(char wanted) {
  for (const Verdict verdict : all_verdicts) {
    if (letter(verdict) == wanted) return name(verdict);
  }
  return "";
}

void append_verdict_cell(std::string& out, char wanted) {
  if (wanted == not_run_letter) {
    out += "<td class=\"not-run\">not run</td>";
  } else {
    fmt::format_to(std::back_inserter(out), "<td class=\"{0}\">{0}</td>", verdict_of(wanted));
  }
}

void append_row(std::string& out, const PageClause& row) {
  const std::string id = html(row.clause->id);
  fmt::format_to(
      std::back_inserter(out),
      "<tr class=\"row\" id=\"{0}\"><th scope=\"row\"><a href=\"#{0}\">{0}</a><noscript> <a "
      "href=\"#_e-{0}\">details</a>"
      "</noscript><p>{1}</p></th><td>{2}</td>",
      id, html(row.clause->rule), html(row.clause->level));
  for (const char verdict : row.letters) append_verdict_cell(out, verdict);
  out += "</tr>\n";
}

std::string shown(std::string_view bytes, Lines lines = Lines::show) {
  return html(shortened(bytes, longest_cell), lines);
}

std::string badge(Verdict verdict) {
  return fmt::format("<span class=\"{0} badge\">{0}</span>", name(verdict));
}

void append_fact(std::string& out, std::string_view key, std::string_view value) {
  if (!value.empty())
    fmt::format_to(std::back_inserter(out), "<dt>{}</dt><dd>{}</dd>", key, shown(value));
}

std::string offence(const Failure& failure) {
  std::string out = "<dl class=\"offence\">";
  append_fact(out, "subject", failure.subject);
  append_fact(out, "expected", failure.expected);
  append_fact(out, "actual", failure.actual);
  append_fact(out, "section", failure.section);
  append_fact(out, "phase", failure.phase);
  for (const std::string& call : failure.calls) append_fact(out, "call", call);
  return out + "</dl>";
}

std::string account(const TestResult& test, const PageClause& row) {
  const Verdict verdict = clause_verdict(test, row.clause->id, row.clause->level);
  std::string out = fmt::format("<article><h4>{} {} <code>{}</code></h4>", badge(verdict),
                                html(test.target), html(test.name));
  if (!test.message.empty())
    out += fmt::format("<p class=\"text\">{}</p>", shown(test.message, Lines::keep));
  if (!test.missing.empty()) out += fmt::format("<p>Missing: {}</p>", shown(test.missing));
  if (test.known) out += fmt::format("<p>{}</p>", shown(known_line(test)));
  for (const Failure& failure : test.failures) {
    if (failure.clause == row.clause->id) out += offence(failure);
  }
  for (const std::string& note : test.notes) out += fmt::format("<p>Note: {}</p>", shown(note));
  if (!test.stacks.empty()) {
    out += fmt::format("<pre>{}</pre>", html(stacks_text(test.stacks), Lines::keep));
  }
  if (test.repro && !test.repro->program.empty()) {
    out += fmt::format("<pre>{}</pre>", html(test.repro->program, Lines::keep));
  }
  if (!test.replay.empty()) out += fmt::format("<pre>{}</pre>", html(test.replay));
  return out + "</article>\n";
}

std::string evidence(const PageClause& row) {
  const ClauseResult& clause = *row.clause;
  std::string findings;
  for (const auto& [target, verdict] : clause.verdicts) {
    if (is_finding(verdict)) findings += fmt::format(" {} {}", badge(verdict), html(target));
  }
  std::string out =
      fmt::format("<details id=\"_e-{0}\"><summary><code>{0}</code>{1}</summary>\n<dl>",
                  html(clause.id), findings);
  append_fact(out, "level", clause.level);
  append_fact(out, "sections", sections_line(clause));
  append_fact(out, "untested", clause.untested);
  for (const auto& entry : row.tests) append_fact(out, "test", entry.first->label);
  out += "</dl>\n";
  for (const auto& entry : row.tests) {
    for (const TestResult* result : entry.first->results) {
      if (result && result->verdict != Verdict::pass) out += account(*result, row);
    }
  }
  return out +
         fmt::format("<p><a href=\"#{}\">back to its row</a></p></details>\n", html(clause.id));
}

}  // namespace

std::string findings_section(const PageModel& page, std::size_t limit) {
  const RunReport& report = page.report;
  if (report.findings.empty()) return "<p>None.</p>\n";
  std::string out;
  for (const Finding& finding : report.findings) {
    out += fmt::format("<details class=\"finding\" id=\"{}\">{}", finding.id, summary_of(finding));
    for (const TargetResult& target : report.targets) {
      const auto sighting = std::ranges::find(finding.sightings, target.name, &Sighting::target);
      if (sighting == finding.sightings.end()) continue;
      out += out.size() < limit
                 ? details(report, *sighting, target)
                 : "<p>The page has grown too large: the rest is in report.json.</p>";
    }
    out += "</details>\n";
  }
  return out;
}

std::string matrix_section(const PageModel& page) {
  std::string out = fmt::format(
      "<table id=\"_matrix\"{}>\n<caption>Clauses as rows, targets as "
      "columns</caption>\n<thead><tr>"
      "<th scope=\"col\" class=\"clause\">Clause</th><th scope=\"col\" class=\"level\">Level</th>",
      page.report.targets.size() > few_targets ? " class=\"many\"" : "");
  for (const TargetResult& target : page.report.targets) {
    out += fmt::format("<th scope=\"col\" class=\"target\">{}</th>",
                       html(shortened(target.name, longest_heading)));
  }
  out += "</tr></thead>\n";
  for (const Group group : all_groups) {
    const auto rows = std::ranges::equal_range(page.clauses, group, {}, &PageClause::group);
    if (rows.empty()) continue;
    out += fmt::format(
        "<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"{}\"><span>{} "
        "<small>{}</small></span></th></tr>\n",
        page.report.targets.size() + 2, title(group), rows.size());
    for (const PageClause& row : rows) append_row(out, row);
    out += "</tbody>\n";
  }
  return out + "</table>";
}

std::string evidence_section(const PageModel& page, std::size_t limit) {
  std::string out = "<section class=\"evidence\">\n<h2>Evidence</h2>\n";
  std::size_t cut = 0;
  for (const PageClause& row : page.clauses) {
    const std::string text = cut > 0 ? "" : evidence(row);
    if (cut > 0 || out.size() + text.size() > limit) {
      ++cut;
    } else {
      out += text;
    }
  }
  if (cut > 0) out += fmt::format("<p>{} more clauses: see report.json.</p>\n", cut);
  return out + "</section>\n";
}

}  // namespace mpitcheck::report

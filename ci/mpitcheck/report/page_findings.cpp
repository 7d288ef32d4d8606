// SPDX-License-Identifier: BSD-3-Clause
// The beginning of the page: a line per finding, with what to know of it on click.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/page_sections.hpp"
#include "report/text.hpp"
#include "report/verdicts.hpp"

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

}  // namespace mpitcheck::report

// SPDX-License-Identifier: BSD-3-Clause
// The page's header and its tables of targets.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ci/mpitcheck/report/page_model.hpp"
#include "ci/mpitcheck/report/text.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck::report {
namespace {

constexpr std::size_t longest_behaviour = 600;

std::string_view meaning(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "examined, and kept";
    case Verdict::fail:
      return "a must is broken";
    case Verdict::crash:
      return "the process was ended by a signal";
    case Verdict::timeout:
      return "still running at the end of its time limit";
    case Verdict::early_exit:
      return "the process left without a verdict";
    case Verdict::error:
      return "our own fault: says nothing about the target";
    case Verdict::warn:
      return "a should is broken";
    case Verdict::quality:
      return "deviates where the standard lets a library skip a check";
    case Verdict::inconclusive:
      return "cut off before it was examined: neither good nor bad";
    case Verdict::vacuous:
      return "nothing to examine was found: not a pass";
    case Verdict::not_applicable:
      return "ruled out by the target's MPI version or an optional feature: not a pass";
  }
  return "";
}

std::string number(std::uint64_t value) {
  return fmt::format("<td class=\"number{}\">{}</td>", value == 0 ? " zero" : "", value);
}

// Library versions may be many lines long (MPICH's holds its configure line).
std::string library(const std::string& version) {
  const std::string line = shortened(first_line(version), 120);
  if (line == version) return html(line);
  return fmt::format("<details><summary>{}</summary><pre>{}</pre></details>", html(line),
                     html(version, Lines::keep));
}

std::string inventory_table(const RunReport& report) {
  std::string out =
      "<table class=\"overview\">\n<caption>What was tested, and what it "
      "exposes</caption>\n<thead><tr>"
      "<th scope=\"col\">Target</th><th scope=\"col\">MPI</th><th scope=\"col\">Library</th>";
  for (const char* kind :
       {"cvars", "pvars", "categories", "enums", "events", "sources", "seconds"}) {
    out += fmt::format("<th scope=\"col\" class=\"number\">{}</th>", kind);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const TargetResult& target : report.targets) {
    out +=
        fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"library\">{}",
                    html(target.name), html(target.mpi_version), library(target.library_version));
    for (const std::string& note : target.notes)
      out += fmt::format("<small>{}</small>", html(note));
    out += "</td>";
    if (const auto& counts = target.counts) {
      for (const std::uint64_t count : {counts->cvars, counts->pvars, counts->categories,
                                        counts->enums, counts->events, counts->sources}) {
        out += number(count);
      }
    } else {
      out += "<td colspan=\"6\">no inventory</td>";
    }
    out += fmt::format("<td class=\"number\">{:.1f}</td></tr>\n", target.seconds);
  }
  return out + "</tbody></table>\n";
}

std::string capability_table(const RunReport& report) {
  const std::vector<Capability> rows = capabilities(report);
  if (rows.empty()) return {};
  std::string out = fmt::format(
      "<table class=\"overview\">\n<caption>{}. {}</caption>\n<thead><tr><th "
      "scope=\"col\">Target</th><th scope=\"col\">Function</th><th scope=\"col\">Outcome</th></tr>"
      "</thead>\n<tbody>\n",
      capability_title, capability_note);
  for (const Capability& row : rows) {
    out +=
        fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", html(row.target),
                    html(row.function), html(shortened(row.outcome, longest_behaviour)));
  }
  return out + "</tbody></table>\n";
}

std::size_t clauses_with(const PageModel& page, std::size_t target, char verdict) {
  return static_cast<std::size_t>(std::ranges::count_if(
      page.clauses, [=](const PageClause& row) { return row.letters[target] == verdict; }));
}

std::string count_cell(const TargetResult& target, Verdict verdict, std::size_t clauses,
                       std::size_t tests) {
  if (clauses == 0 && tests == 0) return "<td class=\"number zero\">0</td>";
  const std::string shown =
      clauses == 0 ? "0"
                   : fmt::format("<a href=\"#target={}&amp;verdict={}\">{}</a>",
                                 percent_encoded(visible(target.name)), name(verdict), clauses);
  return fmt::format("<td class=\"number\">{} <small>{}</small></td>", shown, tests);
}

std::string verdict_table(const PageModel& page) {
  const std::vector<Verdict> used = verdicts_in_use(page.report);
  std::string out =
      "<table class=\"overview\">\n<caption>Clauses by verdict; small: tests</caption>\n"
      "<thead><tr><th scope=\"col\">Target</th>";
  for (const Verdict verdict : used) {
    out +=
        fmt::format("<th scope=\"col\" class=\"number\"><span class=\"{0} plain\">{0}</span></th>",
                    name(verdict));
  }
  out += "<th scope=\"col\" class=\"number\">not run</th></tr></thead>\n<tbody>\n";
  for (std::size_t t = 0; t < page.report.targets.size(); ++t) {
    const TargetResult& target = page.report.targets[t];
    const auto tests = verdict_counts(page.report, target.name);
    out += fmt::format("<tr><th scope=\"row\">{}</th>", html(target.name));
    for (const Verdict verdict : used) {
      const auto found = tests.find(verdict);
      out += count_cell(target, verdict, clauses_with(page, t, letter(verdict)),
                        found == tests.end() ? 0 : found->second);
    }
    out += number(clauses_with(page, t, not_run_letter)) + "</tr>\n";
  }
  return out + "</tbody></table>\n";
}

std::string gate_notice(const std::optional<GateResult>& gate) {
  if (!gate) return {};
  if (gate->findings.empty()) {
    return fmt::format("<p>As expected. Known deviations: {}.</p>\n", gate->known);
  }
  std::string out = fmt::format(
      "<div class=\"notice\"><p>Differences from the expectations: {}. Known deviations: "
      "{}.</p>\n<ul>\n",
      gate->findings.size(), gate->known);
  for (const GateFinding& finding : gate->findings) {
    out += fmt::format("<li>{}: {} <code>{}</code> {}<br>{}<br><code>{}</code></li>\n",
                       name(finding.problem), html(finding.target), html(finding.test),
                       html(finding.message), html(finding.advice), html(finding.line));
  }
  return out + "</ul></div>\n";
}

std::string legend() {
  std::string out = "<details><summary>What the verdicts mean</summary>\n<dl>\n";
  for (const Verdict verdict : all_verdicts) {
    out += fmt::format("<dt><span class=\"{0} badge\">{0}</span></dt><dd>{1}</dd>\n", name(verdict),
                       meaning(verdict));
  }
  return out +
         "</dl>\n<p>Only a broken <em>must</em> fails a run, or, with expectations, whatever "
         "differs "
         "from them.</p></details>\n";
}

}  // namespace

std::string header_section(const PageModel& page) {
  const RunReport& report = page.report;
  const Header& header = report.header;
  std::string command;
  for (const std::string& word : header.command) command += (command.empty() ? "" : " ") + word;
  std::string out = fmt::format(
      "<h1>MPI_T conformance</h1>\n<p>{} {} on {}, {} cores. Started {}, took {:.1f} s, exit code "
      "{}.</p>\n"
      "<details><summary>Command line</summary><code>{}</code></details>\n",
      html(header.tool), html(header.version), html(header.system), header.cores,
      html(header.started), report.footer.seconds, report.exit_code, html(command));
  if (report.footer.interrupted) {
    out += "<p class=\"notice\">Interrupted: this report holds what was done until then.</p>\n";
  } else if (!report.footer.complete) {
    out += "<p class=\"notice\">Incomplete: not every selected test has run.</p>\n";
  }
  return out;
}

std::string targets_section(const PageModel& page) {
  return gate_notice(page.report.gate) + inventory_table(page.report) + verdict_table(page) +
         capability_table(page.report) + legend();
}

}  // namespace mpitcheck::report

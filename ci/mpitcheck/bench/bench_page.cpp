// SPDX-License-Identifier: BSD-3-Clause
// The figures of benchmarks as a page, and as a section of the report's page.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ci/mpitcheck/bench/bench_plots.hpp"
#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/bench/bench_table.hpp"
#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/report/page_template.hpp"
#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck::report {
namespace {

using namespace bench;

using Out = std::back_insert_iterator<std::string>;

void append_list_section(Out out, std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::format_to(out, "<h3>{}</h3>\n<ul>\n", heading);
  for (const std::string& line : lines) fmt::format_to(out, "<li>{}</li>\n", html(line));
  fmt::format_to(out, "</ul>\n");
}

void append_conditions(Out out, const BenchReport& report) {
  for (const std::string& line : conditions(report)) {
    fmt::format_to(out, "<p{}>{}</p>\n", line.starts_with("WARNING") ? " class=\"notice\"" : "",
                   html(line));
  }
  if (report.interrupted) {
    fmt::format_to(out, "<p class=\"notice\">Interrupted: this is what was done until then.</p>\n");
  }
}

void append_legend(Out out, const BenchReport& report) {
  fmt::format_to(out, "<ul class=\"legend\">\n");
  for (std::size_t i = 0; i < report.targets.size(); ++i) {
    const BenchTarget& target = report.targets[i];
    fmt::format_to(out,
                   "<li><svg viewBox=\"0 0 12 12\" aria-hidden=\"true\"><rect class=\"{}\" "
                   "width=\"12\" height=\"12\"/></svg>{} <small>{}</small></li>\n",
                   colour_class(i), html(target.name),
                   html(shortened(first_line(target.library_version), 70)));
  }
  fmt::format_to(out, "</ul>\n");
}

void append_comparison_section(Out out, const Comparison& comparison) {
  fmt::format_to(out, "<h3>Against {}</h3>\n<p>{}. <small>{}.</small></p>\n",
                 html(comparison.against), counts_text(comparison), html(comparison.test));
  const std::vector<const Change*> told = told_changes(comparison);
  if (!told.empty()) {
    fmt::format_to(out,
                   "<table><thead><tr><th scope=\"col\">Benchmark</th><th scope=\"col\">Target</th>"
                   "<th scope=\"col\">Verdict</th><th scope=\"col\" class=\"number\">Before</th>"
                   "<th scope=\"col\" class=\"number\">After</th><th scope=\"col\">Baseline</th>"
                   "<th scope=\"col\" class=\"number\">p</th></tr></thead>\n<tbody>\n");
  }
  for (const Change* change : told) {
    fmt::format_to(out,
                   "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td>"
                   "<td class=\"number\">×{}</td><td class=\"number\">×{}</td><td>{}</td>"
                   "<td class=\"number\">{:.2g}</td></tr>\n",
                   html(change->name), html(change->target), name_of(change->direction),
                   figure(change->before), figure(change->after),
                   html(short_baseline(change->baseline)), change->p);
  }
  if (!told.empty()) fmt::format_to(out, "</tbody></table>\n");
  for (const std::string& note : comparison.notes) {
    fmt::format_to(out, "<p class=\"muted\">{}</p>\n", html(note));
  }
}

void append_cell(Out out, const std::optional<BenchCell>& cell) {
  if (!cell || !cell->problem.empty()) {
    fmt::format_to(out, "<td class=\"number\" colspan=\"3\">{}</td>",
                   cell ? "failed: " + html(shortened(cell->problem, 80)) : "–");
    return;
  }
  fmt::format_to(out,
                 "<td class=\"number\">{} <small>{} {}</small></td><td class=\"number\">{}</td>"
                 "<td class=\"number\">{}</td>",
                 figure(cell->ns.median), spread_text(cell->ns), instructions_text(*cell),
                 cell->ratio ? "×" + figure(cell->ratio->median) : std::string("–"),
                 cell->to_fastest ? "×" + figure(*cell->to_fastest) : std::string("–"));
}

void append_table(Out out, const BenchReport& report, const BenchGroup& group) {
  fmt::format_to(out,
                 "<details><summary>{} figures as a table</summary>\n<table class=\"figures\">"
                 "<thead><tr><th scope=\"col\" rowspan=\"2\">Benchmark</th><th scope=\"col\" "
                 "rowspan=\"2\">Baseline</th>",
                 group.rows.size());
  for (const BenchTarget& target : report.targets) {
    fmt::format_to(out, "<th scope=\"colgroup\" colspan=\"3\">{}</th>", html(target.name));
  }
  fmt::format_to(out, "</tr><tr>");
  for (std::size_t i = 0; i < report.targets.size(); ++i) {
    for (const char* column : {"ns", "baseline", "fastest"}) {
      fmt::format_to(out, "<th scope=\"col\" class=\"number\">{}</th>", column);
    }
  }
  fmt::format_to(out, "</tr></thead>\n<tbody>\n");
  for (const BenchTableRow& row : group.rows) {
    fmt::format_to(out, "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td>", html(row.name),
                   html(short_baseline(row.baseline)));
    for (const auto& cell : row.cells) append_cell(out, cell);
    fmt::format_to(out, "</tr>\n");
  }
  fmt::format_to(out, "</tbody></table></details>\n");
}

void append_group_section(Out out, const BenchReport& report, const BenchGroup& group) {
  fmt::format_to(out, "<h3>{}</h3>\n", html(group.name));
  append_table(out, report, group);
  if (group.name == "scale") return;  // the curves show them
  for (const BarFamily& family : bar_families(group)) {
    fmt::format_to(out, "<figure><figcaption>{}</figcaption>\n{}</figure>\n", html(family.name),
                   bars_svg(family, report.targets));
  }
}

void append_growth(Out out, const BenchReport& report) {
  std::vector<std::string> subjects;
  for (const Series& series : report.series) {
    if (std::ranges::find(subjects, series.what) == subjects.end()) subjects.push_back(series.what);
  }
  if (subjects.empty()) return;
  fmt::format_to(out,
                 "<h3>Growth</h3>\n<p>Cost against size, and the growth that fits best.</p>\n"
                 "<div class=\"growths\">\n");
  for (const std::string& what : subjects) {
    std::vector<const Series*> same;
    for (const Series& series : report.series) {
      if (series.what == what) same.push_back(&series);
    }
    fmt::format_to(out, "<figure><figcaption>{}</figcaption>\n{}<ul>\n", html(what),
                   growth_svg(same, report.targets));
    for (const Series* series : same) {
      fmt::format_to(out, "<li>{}: {}</li>\n", html(series->target), html(growth_text(*series)));
    }
    fmt::format_to(out, "</ul></figure>\n");
  }
  fmt::format_to(out, "</div>\n");
}

}  // namespace

std::string bench_section(const BenchReport& report) {
  std::string text;
  const Out out(text);
  append_conditions(out, report);
  append_legend(out, report);
  fmt::format_to(out,
                 "<p class=\"muted\">Medians on logarithmic axes; whiskers: quartiles; the mark "
                 "in a bar: its baseline in the same process, ×: the ratio to it.</p>\n");
  append_list_section(out, "Failed", report.problems);
  if (report.comparison) append_comparison_section(out, *report.comparison);
  append_growth(out, report);
  for (const BenchGroup& group : bench_table(report)) append_group_section(out, report, group);
  append_list_section(out, "Counted besides", counted_lines(report));
  std::vector<std::string> missing;
  for (const BenchTarget& target : report.targets) {
    if (target.missing.empty()) continue;
    missing.push_back(fmt::format("{}: {}", target.name, fmt::join(target.missing, "; ")));
  }
  append_list_section(out, "Missing", missing);
  return text;
}

std::string to_html(const BenchReport& report) {
  PageValues values = {{"css", std::string(page_css) + std::string(bench_css)},
                       {"started", html(report.header.started)},
                       {"version", html(report.header.version)},
                       {"section", bench_section(report)}};
  values["nonce"] = nonce_of(values["section"]);
  return filled(bench_html, values);
}

}  // namespace mpitcheck::report

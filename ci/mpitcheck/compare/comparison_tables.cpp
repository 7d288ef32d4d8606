// SPDX-License-Identifier: BSD-3-Clause
// Clauses and behaviours side by side, what stands behind the columns of a comparison, and their
// inventories.
#include "ci/mpitcheck/compare/comparison_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "ci/mpitcheck/report/text.hpp"

namespace mpitcheck {

namespace {

using report::html;

constexpr std::size_t longest_library = 120;
constexpr std::size_t most_names = 3000;  // of a kind in a column

// Most severe first, as in the page of a run.
std::vector<Verdict> verdicts_used(const Comparison& comparison) {
  std::vector<Verdict> used;
  for (auto it = std::rbegin(all_verdicts); it != std::rend(all_verdicts); ++it) {
    const bool found = std::ranges::any_of(comparison.rows, [&](const ClauseRow& row) {
      return std::ranges::find(row.verdicts, std::optional(*it)) != row.verdicts.end();
    });
    if (found) used.push_back(*it);
  }
  return used;
}

std::string number(std::uint64_t value) {
  return fmt::format("<td class=\"number{}\">{}</td>", value == 0 ? " zero" : "", value);
}

std::string number_heading(std::string_view text) {
  return fmt::format("<th scope=\"col\" class=\"number\">{}</th>", text);
}

std::string row_of(const Comparison& comparison, std::size_t index,
                   const std::vector<Verdict>& used) {
  const Column& column = comparison.columns[index];
  const std::string library =
      report::shortened(report::first_line(column.target.library_version), longest_library);
  std::string out = fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td class=\"library\">{}</td>"
      "<td class=\"library\"><code>{}</code><small>{}{}</small></td>",
      html(column.label), html(column.target.name), html(column.target.mpi_version), html(library),
      html(column.path), html(column.started),
      column.complete ? "" : " (incomplete: not every selected test has run)");
  for (const Verdict verdict : used) {
    out += number(static_cast<std::uint64_t>(std::ranges::count_if(
        comparison.rows, [&](const ClauseRow& row) { return row.verdicts[index] == verdict; })));
  }
  return out + "</tr>\n";
}

std::string counts_table(const std::vector<Column>& columns) {
  std::string out =
      "<table class=\"overview\">\n<caption>Objects that each exposes</caption>\n<thead><tr>"
      "<th scope=\"col\">Column</th>";
  for (const char* kind : {"cvars", "pvars", "categories", "enums", "events", "sources"}) {
    out += number_heading(kind);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const Column& column : columns) {
    out += fmt::format("<tr><th scope=\"row\">{}</th>", html(column.label));
    if (const auto& counts = column.target.counts) {
      for (const std::uint64_t count : {counts->cvars, counts->pvars, counts->categories,
                                        counts->enums, counts->events, counts->sources}) {
        out += number(count);
      }
    } else {
      out += "<td colspan=\"6\">no inventory</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table>\n";
}

using report::html;

// The reports have it all; a page is to be read.
constexpr std::size_t longest_message = 300;
constexpr std::size_t longest_value = 160;
constexpr std::size_t most_deviations = 24;  // of a clause
constexpr std::size_t most_behaviours = 8;   // of a clause, those that differ first

std::string shown(std::string_view text, std::size_t limit) {
  return html(report::shortened(text, limit));
}

std::string heading(const Comparison& comparison) {
  std::string out;
  for (const Column& column : comparison.columns) {
    out += fmt::format("<th scope=\"col\" class=\"target\">{}</th>", html(column.label));
  }
  return out;
}

std::string cell(const std::optional<Verdict>& verdict) {
  if (!verdict) return "<td class=\"not-run\">not run</td>";
  return fmt::format("<td class=\"{0}\">{0}</td>", name(*verdict));
}

// The differences in words, so that nothing depends on colour.
std::string difference(const ClauseRow& row, const std::vector<std::string>& parties) {
  std::string out;
  if (row.verdicts_differ) out += "verdict";
  if (row.behaviours_differ) {
    out += fmt::format("{}<a href=\"#_b-{}\">behaviour</a>", out.empty() ? "" : ", ",
                       html(row.clause.id));
  }
  for (const std::size_t party : row.odd) {
    out += fmt::format("<small>only {}</small>", html(parties[party]));
  }
  return out;
}

// What the script filters by.
std::string attributes(const ClauseRow& row, bool differs, const std::vector<std::size_t>& odd) {
  std::string columns;
  for (const std::size_t column : odd) columns += fmt::format(" {}", column);
  return fmt::format(" data-area=\"{}\"{}{}", html(row.clause.area),
                     differs ? " data-differs=\"\"" : "",
                     odd.empty() ? "" : fmt::format(" data-odd=\"{} \"", columns));
}

// Names such as MPI_T_ENUM_NULL may be broken behind an underscore.
std::string breakable(std::string text) {
  for (std::size_t at = 0; (at = text.find('_', at)) != std::string::npos; at += 6) {
    text.insert(at + 1, "<wbr/>");
  }
  return text;
}

std::string deviations(const ClauseRow& row, const std::vector<Column>& columns) {
  if (row.deviations.empty()) return {};
  std::string out = "<details><summary>what they do</summary><ul>";
  for (std::size_t i = 0; i < std::min(row.deviations.size(), most_deviations); ++i) {
    const Deviation& it = row.deviations[i];
    out += fmt::format("<li>{}: <span class=\"{} plain\">{}</span> <code>{}</code><br/>{}</li>",
                       html(columns[it.column].label), name(it.verdict), name(it.verdict),
                       html(it.test), shown(it.message, longest_message));
  }
  if (row.deviations.size() > most_deviations) {
    out += fmt::format("<li>and {} more: see the reports</li>",
                       row.deviations.size() - most_deviations);
  }
  return out + "</ul></details>";
}

void append_behaviours(std::string& out, const ClauseRow& row) {
  std::vector<const BehaviourRow*> order;
  for (const BehaviourRow& behaviour : row.behaviours) order.push_back(&behaviour);
  std::ranges::stable_sort(order, std::ranges::greater{}, &BehaviourRow::differs);
  const std::size_t count = std::min(order.size(), most_behaviours);
  for (std::size_t i = 0; i < count; ++i) {
    fmt::format_to(std::back_inserter(out),
                   "<tr class=\"row\"{}{}><th scope=\"row\"><a href=\"#{}\">{}</a><p>{}</p>",
                   i == 0 ? fmt::format(" id=\"_b-{}\"", html(row.clause.id)) : "",
                   attributes(row, order[i]->differs, order[i]->odd), html(row.clause.id),
                   html(row.clause.id), shown(order[i]->key, longest_value));
    if (i + 1 == count && order.size() > count) {
      fmt::format_to(std::back_inserter(out), "<p>and {} more: see the reports</p>",
                     order.size() - count);
    }
    fmt::format_to(std::back_inserter(out), "</th><td>{}</td>", order[i]->differs ? "differs" : "");
    for (const std::string& value : order[i]->values) {
      out += value.empty() ? "<td class=\"not-run\">not seen</td>"
                           : fmt::format("<td>{}</td>", breakable(shown(value, longest_value)));
    }
    out += "</tr>\n";
  }
}

std::string finding_row(const FindingRow& row) {
  const Finding& it = row.finding;
  std::string seen;
  for (const std::string& label : row.first_seen) seen += (seen.empty() ? "" : ", ") + label;
  std::string out = fmt::format(
      "<tr class=\"finding\" id=\"{0}\"><th scope=\"row\"><code>{0}</code> {1}</th>"
      "<td>{2}</td><td>{3}</td>",
      it.id, breakable(shown(it.line, longest_message)), html(it.level), html(seen));
  for (const auto& verdict : row.verdicts) out += verdict ? cell(verdict) : "<td></td>";
  return out + "</tr>\n";
}

}  // namespace

std::string columns_table(const Comparison& comparison) {
  const std::vector<Verdict> used = verdicts_used(comparison);
  std::string out =
      "<table class=\"overview\">\n<caption>What was compared, and its clauses by verdict"
      "</caption>\n<thead><tr><th scope=\"col\">Column</th><th scope=\"col\">Target</th>"
      "<th scope=\"col\">MPI</th><th scope=\"col\">Library</th><th scope=\"col\">Report</th>";
  for (const Verdict verdict : used) {
    out += number_heading(fmt::format("<span class=\"{0} plain\">{0}</span>", name(verdict)));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < comparison.columns.size(); ++i) out += row_of(comparison, i, used);
  return out + "</tbody></table>\n";
}

std::string inventories_section(const Comparison& comparison) {
  std::string out = counts_table(comparison.columns);
  for (const OnlyOne& it : comparison.only) {
    out += fmt::format("<details><summary>Only {} has: {} × {}</summary><ul class=\"names\">",
                       html(comparison.columns[it.column].label), it.names.size(), html(it.kind));
    for (std::size_t i = 0; i < std::min(it.names.size(), most_names); ++i) {
      out += fmt::format("<li>{}</li>", html(it.names[i]));
    }
    if (it.names.size() > most_names) {
      out += fmt::format("<li>and {} more: see the reports</li>", it.names.size() - most_names);
    }
    out += "</ul></details>\n";
  }
  const auto lacks = [](const Column& column) { return column.target.inventory.empty(); };
  if (std::ranges::any_of(comparison.columns, lacks)) {
    out += "<p>Names could be compared only where the report holds them; it does not for:";
    for (const Column& column : comparison.columns) {
      if (lacks(column)) out += " <code>" + html(column.label) + "</code>";
    }
    out += "</p>\n";
  }
  return out;
}

std::string findings_table(const Comparison& comparison) {
  if (comparison.findings.empty()) return "<p>None.</p>\n";
  std::string out = fmt::format(
      "<table id=\"_found\" class=\"side\">\n<caption>What the libraries do wrong, counted once "
      "per "
      "cause</caption>\n<thead><tr><th scope=\"col\" class=\"clause\">Finding</th><th "
      "scope=\"col\" "
      "class=\"level\">Level</th><th scope=\"col\" class=\"differs\">First seen in</th>{}</tr>"
      "</thead>\n<tbody>\n",
      heading(comparison));
  for (const FindingRow& row : comparison.findings) out += finding_row(row);
  return out + "</tbody>\n</table>\n";
}

std::string clauses_table(const Comparison& comparison) {
  std::string out = fmt::format(
      "<table id=\"_matrix\" class=\"side{}\">\n<caption>Clauses as rows, implementations and "
      "versions as columns</caption>\n<thead><tr><th scope=\"col\" class=\"clause\">Clause</th>"
      "<th scope=\"col\" class=\"level\">Level</th><th scope=\"col\" class=\"differs\">Differs</th>"
      "{}</tr></thead>\n<tbody>\n",
      comparison.columns.size() > 5 ? " many" : "", heading(comparison));
  for (const ClauseRow& row : comparison.rows) {
    const std::string id = html(row.clause.id);
    fmt::format_to(std::back_inserter(out),
                   "<tr class=\"row\" id=\"{0}\"{1}><th scope=\"row\"><a href=\"#{0}\">{0}</a>"
                   "<p>{2}</p>{3}</th><td>{4}</td><td>{5}</td>",
                   id, attributes(row, row.verdicts_differ || row.behaviours_differ, row.odd),
                   html(row.clause.rule), deviations(row, comparison.columns),
                   html(row.clause.level), difference(row, comparison.parties));
    for (const auto& verdict : row.verdicts) out += cell(verdict);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::string behaviours_table(const Comparison& comparison) {
  std::string out = fmt::format(
      "<table id=\"_choices\" class=\"side\">\n<caption>Behaviour, not faults: here the standard "
      "leaves a choice</caption>\n<thead><tr><th scope=\"col\" class=\"clause\">Clause and "
      "subject</th><th scope=\"col\" class=\"differs\">Differs</th>{}</tr></thead>\n<tbody>\n",
      heading(comparison));
  for (const ClauseRow& row : comparison.rows) append_behaviours(out, row);
  return out + "</tbody>\n</table>\n";
}

}  // namespace mpitcheck

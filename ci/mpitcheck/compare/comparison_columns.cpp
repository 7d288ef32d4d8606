// SPDX-License-Identifier: BSD-3-Clause
// What stands behind the columns of a comparison, and their inventories.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compare/comparison_tables.hpp"
#include "report/text.hpp"

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

}  // namespace mpitcheck

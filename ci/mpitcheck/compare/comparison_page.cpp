// SPDX-License-Identifier: BSD-3-Clause
// What the page of a comparison shows, as JSON.
#include <nlohmann/json.hpp>

#include "ci/mpitcheck/compare/comparison.hpp"
#include "ci/mpitcheck/report/page_template.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;

/// Of the objects with an inventory it says no more than whether there is one.
json columns_json(const std::vector<Column>& columns) {
  json out = json::array();
  for (const Column& it : columns) {
    out.push_back({{"label", it.label},
                   {"path", it.path},
                   {"started", it.started},
                   {"complete", it.complete},
                   {"target", it.target.name},
                   {"mpi_version", it.target.mpi_version},
                   {"library_version", it.target.library_version},
                   {"counts", nullptr},
                   {"named", !it.target.inventory.empty()}});
    if (const auto& counts = it.target.counts) {
      out.back()["counts"] = {{"cvars", counts->cvars},           {"pvars", counts->pvars},
                              {"categories", counts->categories}, {"enums", counts->enums},
                              {"events", counts->events},         {"sources", counts->sources}};
    }
  }
  return out;
}

json verdicts_json(const std::vector<std::optional<Verdict>>& verdicts) {
  json out = json::array();
  for (const auto& verdict : verdicts) out.push_back(verdict ? json(name(*verdict)) : json());
  return out;
}

json findings_json(const std::vector<FindingRow>& rows) {
  json out = json::array();
  for (const auto& [finding, verdicts, first_seen] : rows) {
    out.push_back({{"id", finding.id},
                   {"line", finding.line},
                   {"level", finding.level},
                   {"first_seen", first_seen},
                   {"verdicts", verdicts_json(verdicts)}});
  }
  return out;
}

json clause_json(const ClauseRow& row) {
  json deviations = json::array(), behaviours = json::array();
  for (const Deviation& it : row.deviations) {
    deviations.push_back({{"column", it.column},
                          {"test", it.test},
                          {"verdict", name(it.verdict)},
                          {"message", it.message}});
  }
  for (const BehaviourRow& it : row.behaviours) {
    behaviours.push_back(
        {{"key", it.key}, {"values", it.values}, {"differs", it.differs}, {"odd", it.odd}});
  }
  return {{"id", row.clause.id},
          {"rule", row.clause.rule},
          {"level", row.clause.level},
          {"area", row.clause.area},
          {"verdicts", verdicts_json(row.verdicts)},
          {"verdicts_differ", row.verdicts_differ},
          {"odd", row.odd},
          {"deviations", std::move(deviations)},
          {"behaviours", std::move(behaviours)}};
}

std::string comparison_json(const Comparison& comparison) {
  json clauses = json::array(), only = json::array();
  for (const ClauseRow& row : comparison.rows) clauses.push_back(clause_json(row));
  for (const OnlyOne& it : comparison.only) {
    only.push_back({{"column", it.column}, {"kind", it.kind}, {"names", it.names}});
  }
  const json out = {{"columns", columns_json(comparison.columns)},
                    {"parties", comparison.parties},
                    {"findings", findings_json(comparison.findings)},
                    {"clauses", std::move(clauses)},
                    {"only", std::move(only)}};
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string comparison_page(const Comparison& comparison, const report::BenchSection& bench) {
  return report::data_page(report::compare_page_html,
                           std::string(report::page_css).append(report::compare_page_css),
                           std::string(report::common_js).append(report::compare_page_js),
                           comparison_json(comparison), bench);
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Reads report.json; whatever does not fit is named by its place, e.g. "tests[3].verdict".
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/report/json_node.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {
namespace {

Verdict verdict_of(const Node& node) {
  const auto known = verdict_named(node.text());
  node.expect(known.has_value(), "a verdict");
  return *known;
}

DeviationKind deviation_kind_of(const Node& node) {
  const auto known = deviation_kind_named(node.text());
  node.expect(known.has_value(), "a kind of deviation");
  return *known;
}

GateProblem gate_problem_of(const Node& node) {
  const auto known = gate_problem_named(node.text());
  node.expect(known.has_value(), "a finding of the gate");
  return *known;
}

std::optional<Counts> read_counts(const Node& node) {
  if (node.is_null()) return std::nullopt;
  const auto count = [&](const char* key) { return node[key].count<std::uint64_t>(); };
  return Counts{count("cvars"), count("pvars"),  count("categories"),
                count("enums"), count("events"), count("sources")};
}

NamedObject read_object(const Node& node) {
  NamedObject object{node["kind"].text(), node["name"].text(), {}, node["desc"].text()};
  node["type"].each(
      [&](const std::string& key, const Node& value) { object.type[key] = value.text(); });
  return object;
}

TargetResult read_target(const Node& node) {
  // The first reports of this format hold no inventories.
  return {node["name"].text(),
          node["library_version"].text(),
          node["mpi_version"].text(),
          node["tree"].text(),
          read_counts(node["counts"]),
          node["seconds"].number(),
          texts(node["notes"]),
          node.has("inventory") ? node["inventory"].list(read_object) : std::vector<NamedObject>()};
}

ClauseResult read_clause(const Node& node) {
  ClauseResult clause;
  clause.id = node["id"].text();
  clause.level = node["level"].text();
  clause.area = node["area"].text();
  clause.rule = node["rule"].text();
  clause.observe = node["observe"].text();
  clause.note = node["note"].text();
  clause.since = node["since"].text();
  clause.until = node["until"].text_or_null();
  node["section"].each([&](const std::string& version, const Node& section) {
    clause.sections.emplace_back(version, section.text());
  });
  clause.functions = texts(node["functions"]);
  clause.untested = node["untested"].text_or_null();
  clause.tests = texts(node["tests"]);
  node["verdicts"].each([&](const std::string& target, const Node& verdict) {
    clause.verdicts[target] = verdict_of(verdict);
  });
  return clause;
}

Fact read_fact(const Node& node) {
  const auto relation = relation_named(node["relation"].text());
  node["relation"].expect(relation.has_value(), "a relation");
  return {node["function"].text(), node["output"].text(), *relation, texts(node["wanted"]),
          node["seen"].text()};
}

Failure read_failure(const Node& node) {
  Failure failure;
  failure.clause = node["clause"].text();
  failure.level = node["level"].text();
  failure.rule = node["rule"].text();
  failure.section = node["section"].text();
  failure.subject = node["subject"].text();
  failure.expected = node["expected"].text();
  failure.actual = node["actual"].text();
  failure.phase = node["phase"].text();
  failure.calls = texts(node["calls"]);
  failure.rank = node["rank"].count<int>();
  // Reports of before hold neither.
  failure.crash = node.has("crash") && node["crash"].boolean();
  if (node.has("fact") && !node["fact"].is_null()) failure.fact = read_fact(node["fact"]);
  return failure;
}

Behaviour read_behaviour(const Node& node) {
  return {node["clause"].text(), node["key"].text(), node["value"].text()};
}

Examination read_examination(const Node& node) {
  return {node["clause"].text(), node["examined"].count<std::uint64_t>(),
          node["offenders"].count<std::uint64_t>()};
}

std::optional<KnownDeviation> read_known(const Node& node) {
  if (node.is_null()) return std::nullopt;
  return KnownDeviation{deviation_kind_of(node["kind"]), node["reason"].text(),
                        node["source"].text()};
}

std::optional<Repro> read_repro(const Node& node) {
  if (node.is_null()) return std::nullopt;
  return Repro{node["reproduced"].boolean(), node["program"].text(), node["file"].text(),
               node["reason"].text(), texts(node["calls"])};
}

ThreadStack read_stack(const Node& node) { return {node["thread"].text(), texts(node["frames"])}; }

TestResult read_test(const Node& node) {
  TestResult test;
  test.target = node["target"].text();
  test.suite = node["suite"].text();
  test.name = node["name"].text();
  test.brief = node["brief"].text();
  test.file = node["file"].text();
  test.line = node["line"].count<int>();
  test.clauses = texts(node["clauses"]);
  test.verdict = verdict_of(node["verdict"]);
  test.level = node["level"].text();
  test.charged = texts(node["charged"]);
  test.cut_off = node.has("cut_off") && node["cut_off"].boolean();  // reports of before lack it
  test.seconds = node["seconds"].number();
  test.message = node["message"].text();
  test.missing = node["missing"].text_or_null();
  test.replay = node["replay"].text();
  test.failures = node["failures"].list(read_failure);
  test.behaviours = node["behaviours"].list(read_behaviour);
  test.examinations = node["examinations"].list(read_examination);
  node["codes"].each(
      [&](const std::string& function, const Node& codes) { test.codes[function] = texts(codes); });
  node["metrics"].each(
      [&](const std::string& key, const Node& figure) { test.metrics[key] = figure.text(); });
  test.notes = texts(node["notes"]);
  test.stacks = node["stacks"].list(read_stack);
  test.output = node["output"].text();
  test.output_lost = node["output_lost"].count<std::uint64_t>();
  test.np = node["np"].count<int>();
  test.seed = node["seed"].count<std::uint64_t>();
  test.repro = read_repro(node["repro"]);
  if (!node["expected"].is_null()) test.expected = node["expected"].boolean();
  test.known = read_known(node["known"]);
  return test;
}

GateFile read_gate_file(const Node& node) {
  return {node["path"].text(), node["library"].text(), node["version"].text(),
          texts(node["targets"])};
}

GateFinding read_gate_finding(const Node& node) {
  return {gate_problem_of(node["problem"]),
          node["target"].text_or_null(),
          node["test"].text_or_null(),
          node["source"].text_or_null(),
          node["message"].text(),
          node["advice"].text(),
          node["line"].text()};
}

std::optional<GateResult> read_gate(const Node& node) {
  if (node.is_null()) return std::nullopt;
  return GateResult{node["files"].list(read_gate_file), node["known"].count<std::size_t>(),
                    node["findings"].list(read_gate_finding)};
}

Footer read_footer(const Node& node) {
  return {node["complete"].boolean(), node["interrupted"].boolean(), node["finished"].text(),
          node["seconds"].number()};
}

// Ids serve as anchors and in file names, so they are plain: a letter, then letters, digits, '-'
// and '.'.
bool is_clause_id(std::string_view id) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  return !id.empty() && is_letter(id[0]) && std::ranges::all_of(id, is_plain);
}

void check_names(const RunReport& report) {
  std::set<std::string_view> targets;
  for (const TargetResult& target : report.targets) {
    if (!targets.insert(target.name).second)
      invalid("two targets are called '" + target.name + "'");
  }
  std::set<std::string_view> clauses;
  for (const ClauseResult& clause : report.clauses) {
    if (!is_clause_id(clause.id)) invalid("'" + clause.id + "' is not a clause id");
    if (!clauses.insert(clause.id).second) invalid("two clauses are called '" + clause.id + "'");
  }
  for (const TestResult& test : report.tests) {
    if (!targets.contains(test.target))
      invalid("a test names the unknown target '" + test.target + "'");
  }
}

}  // namespace

RunReport from_json(std::string_view text) {
  const Json document = parse_json(text);
  const Node root(document, "");
  root.expect(document.is_object(), "an object");
  require_schema(root, schema_version);
  if (!document.contains("footer"))
    invalid("it has no footer, so the run that wrote it did not end");

  RunReport report;
  report.header = read_header(root["header"]);
  report.targets = root["targets"].list(read_target);
  report.clauses = root["clauses"].list(read_clause);
  report.tests = root["tests"].list(read_test);
  report.gate = read_gate(root["summary"]["gate"]);
  report.exit_code = root["summary"]["exit_code"].count<int>();
  report.footer = read_footer(root["footer"]);
  check_names(report);
  derive_findings(report);  // anew: a finding has one id in reports of any age
  return report;
}

}  // namespace mpitcheck::report

// SPDX-License-Identifier: BSD-3-Clause
// Reads the figures of benchmarks.
#include <cmath>
#include <set>
#include <tuple>

#include "bench/series.hpp"
#include "report/bench_report.hpp"
#include "report/json_node.hpp"

namespace mpitcheck::report {
namespace {

using namespace bench;

double positive(const Node& node) {
  const double value = node.number();
  node.expect(std::isfinite(value) && value > 0, "a number above 0");
  return value;
}

std::vector<double> sample_of(const Node& node) {
  if (node.is_null()) return {};
  return node["sample"].list(positive);
}

BenchTarget read_bench_target(const Node& node) {
  return {node["name"].text(), node["library_version"].text(), node["mpi_version"].text(),
          node["tree"].text(), texts(node["missing"])};
}

Row read_row(const Node& node) {
  Row row;
  row.target = node["target"].text();
  row.program = node["program"].text();
  row.name = node["name"].text();
  row.baseline = node["baseline"].text_or_null();
  row.clock = node["clock"].text();
  row.times = sample_of(node["ns"]);
  row.ratios = sample_of(node["ratio"]);
  node["counters"].each(
      [&](const std::string& key, const Node& value) { row.counters[key] = value.number(); });
  row.problem = node["problem"].text_or_null();
  return row;
}

Machine read_machine(const Node& node) {
  Machine machine;
  machine.processor = node["processor"].text();
  if (!node["pinned"].is_null()) machine.pinned = node["pinned"].count<int>();
  machine.load = node["load"].number();
  machine.others = node["others"].number();
  machine.stolen = node["stolen"].number();
  return machine;
}

void read_run(const Node& node, BenchReport& report) {
  report.quick = node["quick"].boolean();
  report.wanted = node["wanted"].count<std::size_t>();
  report.rounds = node["repetitions"].count<std::size_t>();
  report.min_time = node["min_time"].number();
  report.inner = node["inner"].count<std::size_t>();
  report.seconds = node["seconds"].number();
  report.interrupted = node["interrupted"].boolean();
}

void check_rows(const BenchReport& report) {
  std::set<std::string_view> targets;
  for (const BenchTarget& target : report.targets) targets.insert(target.name);
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
  for (const Row& row : report.rows) {
    if (!targets.contains(row.target))
      invalid("a row names the unknown target '" + row.target + "'");
    if (!seen.emplace(row.target, row.program, row.name).second) {
      invalid("two rows of one target are called '" + row.name + "'");
    }
  }
}

}  // namespace

BenchReport bench_from_json(std::string_view text) {
  const Json document = parse_json(text);
  const Node root(document, "");
  root.expect(document.is_object(), "an object");
  if (document.value("kind", Json()) != "bench") invalid("it was not written by mpitcheck bench");
  require_schema(root, bench_schema_version);
  BenchReport report;
  report.header = read_header(root["header"]);
  report.machine = read_machine(root["machine"]);
  read_run(root["run"], report);
  report.noise.baseline_spread = root["noise"]["baseline_spread"].number();
  report.noise.reasons = texts(root["noise"]["reasons"]);
  report.targets = root["targets"].list(read_bench_target);
  report.rows = root["rows"].list(read_row);
  report.series = series_of(report.rows);
  report.problems = texts(root["problems"]);
  check_rows(report);
  return report;
}

}  // namespace mpitcheck::report

// SPDX-License-Identifier: BSD-3-Clause
// Writes the figures of benchmarks, after bench.schema.json, and reads them.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <set>
#include <tuple>

#include "ci/mpitcheck/bench/bench_report.hpp"
#include "ci/mpitcheck/bench/compare.hpp"
#include "ci/mpitcheck/bench/series.hpp"
#include "ci/mpitcheck/bench/statistics.hpp"
#include "ci/mpitcheck/report/json_node.hpp"

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

using namespace bench;

Json summary_json(const std::vector<double>& sample) {
  if (sample.empty()) return nullptr;
  const Summary summary = summary_of(sample);
  return {{"median", summary.median},   {"low", summary.low},           {"high", summary.high},
          {"spread", summary.spread()}, {"repetitions", summary.count}, {"sample", sample}};
}

Json bench_target_json(const BenchTarget& target) {
  return {{"name", target.name},
          {"library_version", target.library_version},
          {"mpi_version", target.mpi_version},
          {"tree", target.tree},
          {"missing", target.missing}};
}

Json row_json(const Row& row) {
  return {{"target", row.target},
          {"program", row.program},
          {"name", row.name},
          {"baseline", row.baseline.empty() ? Json() : Json(row.baseline)},
          {"clock", row.clock},
          {"ns", summary_json(row.times)},
          {"ratio", summary_json(row.ratios)},
          {"counters", row.counters},
          {"problem", row.problem.empty() ? Json() : Json(row.problem)}};
}

Json series_json(const Series& series) {
  Json points = Json::array();
  for (const SizedCost& point : series.points) {
    points.push_back({{"size", point.size},
                      {"ns", point.ns.median},
                      {"low", point.ns.low},
                      {"high", point.ns.high}});
  }
  Json fit;
  if (!series.growth.empty()) {
    fit = {{"growth", series.growth},
           {"base_ns", series.base_ns},
           {"slope_ns", series.slope_ns},
           {"error", series.error}};
  }
  return {{"target", series.target}, {"what", series.what}, {"points", points}, {"fit", fit}};
}

Json machine_json(const Machine& machine) {
  return {{"processor", machine.processor},
          {"pinned", machine.pinned ? Json(*machine.pinned) : Json()},
          {"load", machine.load},
          {"others", machine.others},
          {"stolen", machine.stolen}};
}

Json run_json(const BenchReport& report) {
  return {{"quick", report.quick},
          {"wanted", report.wanted},
          {"repetitions", report.rounds},
          {"min_time", report.min_time},
          {"inner", report.inner},
          {"seconds", report.seconds},
          {"interrupted", report.interrupted}};
}

Json comparison_json(const std::optional<Comparison>& comparison) {
  if (!comparison) return nullptr;
  Json changes = Json::array();
  for (const Change& change : comparison->changes) {
    changes.push_back({{"target", change.target},
                       {"name", change.name},
                       {"baseline", change.baseline},
                       {"before", change.before},
                       {"after", change.after},
                       {"p", change.p},
                       {"verdict", name_of(change.direction)}});
  }
  return {{"against", comparison->against},
          {"test", comparison->test},
          {"notes", comparison->notes},
          {"only_before", comparison->only_before},
          {"only_after", comparison->only_after},
          {"without_ratio", comparison->without_ratio},
          {"changes", changes}};
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

std::string to_json(const BenchReport& report) {
  std::string out = fmt::format("{{\n\"schema\": {},\n\"kind\": \"bench\",\n\"header\": {},\n",
                                bench_schema_version, json_text(header_json(report.header)));
  const auto member = [&](const char* key, const Json& value) {
    fmt::format_to(std::back_inserter(out), "\"{}\": {},\n", key, json_text(value));
  };
  member("machine", machine_json(report.machine));
  member("run", run_json(report));
  member("noise",
         {{"baseline_spread", report.noise.baseline_spread}, {"reasons", report.noise.reasons}});
  append_array(out, "targets", report.targets, bench_target_json);
  append_array(out, "rows", report.rows, row_json);
  append_array(out, "series", report.series, series_json);
  member("problems", report.problems);
  return out +
         fmt::format("\"comparison\": {}\n}}\n", json_text(comparison_json(report.comparison)));
}

}  // namespace mpitcheck::report

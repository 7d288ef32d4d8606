// SPDX-License-Identifier: BSD-3-Clause
// Writes the figures of benchmarks, after bench.schema.json.
#include <fmt/format.h>

#include <iterator>

#include "bench/compare.hpp"
#include "bench/statistics.hpp"
#include "report/bench_report.hpp"
#include "report/json_node.hpp"

namespace mpitcheck::report {
namespace {

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

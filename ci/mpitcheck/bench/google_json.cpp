// SPDX-License-Identifier: BSD-3-Clause
// Google Benchmark's JSON into medians per benchmark.
#include "ci/mpitcheck/bench/google_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "ci/mpitcheck/bench/statistics.hpp"

namespace mpitcheck::bench {
namespace {

using nlohmann::json;

/// Repetitions of one benchmark.
struct Repeated {
  Measured measured;
  std::vector<double> times;
  std::map<std::string, std::vector<double>> counters;
};

double ns_per(const std::string& unit) {
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  throw NotGoogleBenchmark(fmt::format("unknown time unit '{}'", unit));
}

bool measures_real_time(std::string_view name) {
  for (const std::string_view mark : {"/real_time", "/manual_time"}) {
    const std::size_t at = name.find(mark);
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + mark.size();
    if (end == name.size() || name[end] == '/') return true;
  }
  return false;
}

std::string baseline_of(const std::string& label) {
  constexpr std::string_view key = "baseline=";
  const std::size_t at = label.find(key);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + key.size();
  return label.substr(begin, label.find_first_of(" ,;", begin) - begin);
}

void add_counters(const json& entry, Repeated& repeated) {
  static const std::set<std::string> own = {"family_index",     "per_family_instance_index",
                                            "repetitions",      "repetition_index",
                                            "threads",          "iterations",
                                            "real_time",        "items_per_second",
                                            "bytes_per_second", "cpu_time"};
  for (const auto& [key, value] : entry.items()) {
    if (!value.is_number() || own.contains(key)) continue;
    const double number = value.get<double>();
    if (std::isfinite(number)) repeated.counters[key].push_back(number);
  }
}

void add_repetition(const json& entry, Repeated& repeated) {
  Measured& measured = repeated.measured;
  if (entry.value("error_occurred", false)) {
    measured.problem = entry.value("error_message", "failed without a message");
    return;
  }
  const double time = entry.at(measured.clock == "real" ? "real_time" : "cpu_time").get<double>() *
                      ns_per(entry.at("time_unit").get<std::string>());
  if (!std::isfinite(time) || time <= 0) {
    measured.problem = fmt::format("its time per operation is {} ns: nothing was measured", time);
    return;
  }
  repeated.times.push_back(time);
  if (const std::string label = entry.value("label", ""); !label.empty()) {
    measured.baseline = baseline_of(label);
  }
  add_counters(entry, repeated);
}

Measured concluded(Repeated repeated) {
  Measured measured = std::move(repeated.measured);
  measured.ns = median_of(repeated.times);
  for (const auto& [key, values] : repeated.counters) measured.counters[key] = median_of(values);
  if (!measured.problem.empty()) measured.ns = 0;
  return measured;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find("; ", at), list.size());
    if (end > at) items.push_back(list.substr(at, end - at));
    at = end + 2;
  }
  return items;
}

}  // namespace

bool is_baseline(std::string_view name) { return name.starts_with("baseline/"); }

ProcessFigures parse_google(std::string_view text) {
  try {
    const json document = json::parse(text);
    ProcessFigures figures;
    figures.missing = split(document.at("context").value("missing", ""));
    std::vector<Repeated> all;
    for (const json& entry : document.at("benchmarks")) {
      if (entry.value("run_type", "iteration") != "iteration") continue;
      const std::string name = entry.value("run_name", entry.at("name").get<std::string>());
      auto found = std::ranges::find_if(
          all, [&](const Repeated& repeated) { return repeated.measured.name == name; });
      if (found == all.end()) {
        found = all.insert(all.end(), Repeated{});
        found->measured.name = name;
        found->measured.clock = measures_real_time(name) ? "real" : "cpu";
      }
      add_repetition(entry, *found);
    }
    for (Repeated& repeated : all) figures.rows.push_back(concluded(std::move(repeated)));
    return figures;
  } catch (const json::exception& problem) {
    throw NotGoogleBenchmark(problem.what());
  }
}

}  // namespace mpitcheck::bench

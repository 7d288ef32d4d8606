// SPDX-License-Identifier: BSD-3-Clause
// Reads the file of habits, and looks up foundations.
#include "conformance/harness/process/habits.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mpitcheck/records.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

Habits read_habits() {
  Habits found;
  const char* const path = std::getenv(habits_variable);
  if (path == nullptr) return found;
  std::ifstream file(path, std::ios::binary);
  const json all = json::parse(file, nullptr, false);
  if (!all.is_object()) return found;
  found.forks_with_tool = all.value("forks_with_tool", true);
  found.forks_with_mpi = all.value("forks_with_mpi", true);
  found.start_seconds = all.value("start_seconds", 0.0);
  found.start = all.value("start", found.start);
  found.environment = all.value("environment", found.environment);
  if (all.contains("works_alone")) found.works_alone.emplace(all["works_alone"]);
  found.broken_parts = all.value("broken_parts", found.broken_parts);
  for (const json& each : all.value("foundations", json::array())) {
    found.broken_foundations.push_back({each.value("name", ""), each.value("kind", ""),
                                        each.value("how", ""), each.value("clause", ""),
                                        each.value("function", ""), each.value("code", "")});
  }
  return found;
}

}  // namespace

const Habits& habits() {
  static const Habits found = read_habits();
  return found;
}

bool is_broken_foundation(std::string_view name) {
  const std::vector<Foundation>& broken = habits().broken_foundations;
  return std::ranges::find(broken, name, &Foundation::name) != broken.end();
}

const Foundation* foundation_of(std::string_view missing) {
  for (const Foundation& each : habits().broken_foundations) {
    if (!each.kind.empty() && missing.find(each.kind) != missing.npos) return &each;
  }
  return nullptr;
}

const Foundation* foundation_refusing(std::string_view function, std::string_view code) {
  for (const Foundation& each : habits().broken_foundations) {
    if (!function.empty() && each.function == function && each.code == code) return &each;
  }
  return nullptr;
}

}  // namespace mpitcheck

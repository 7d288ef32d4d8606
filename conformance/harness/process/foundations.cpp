// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/harness/process/foundations.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conformance/harness/process/replay.hpp"
#include "mpitcheck/records.hpp"

namespace mpitcheck {

namespace {

using nlohmann::json;

std::vector<Foundation> read_foundations() {
  std::vector<Foundation> found;
  const char* const path = std::getenv(habits_variable);
  if (path == nullptr) return found;
  std::ifstream file(path, std::ios::binary);
  const json all = json::parse(file, nullptr, false);
  if (!all.is_object()) return found;
  for (const json& each : all.value("foundations", json::array())) {
    found.push_back({each.value("name", ""), each.value("kind", ""), each.value("how", ""),
                     each.value("clause", ""), each.value("function", ""), each.value("code", "")});
  }
  return found;
}

}  // namespace

const std::vector<Foundation>& broken_foundations() {
  static const std::vector<Foundation> found = read_foundations();
  return found;
}

bool is_broken_foundation(std::string_view name) {
  return std::ranges::find(broken_foundations(), name, &Foundation::name) !=
         broken_foundations().end();
}

const Foundation* foundation_of(std::string_view missing) {
  for (const Foundation& each : broken_foundations()) {
    if (!each.kind.empty() && missing.find(each.kind) != missing.npos) return &each;
  }
  return nullptr;
}

const Foundation* foundation_refusing(std::string_view function, std::string_view code) {
  for (const Foundation& each : broken_foundations()) {
    if (!function.empty() && each.function == function && each.code == code) return &each;
  }
  return nullptr;
}

}  // namespace mpitcheck

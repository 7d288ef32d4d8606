// SPDX-License-Identifier: BSD-3-Clause
// Puts fake_bench.py and its plan into a fake tree.
#include "ci/mpitcheck/bench/selftests/fake_bench.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace mpitcheck::bench {
namespace fs = std::filesystem;

FakeBench::FakeBench(const std::string& name) {
  fs::copy_file(FAKE_BENCH, tree.root() / "bin/bench_calls");
  tree.manifest["name"] = name;
  tree.manifest["benchmarks"] = {{{"name", "calls"}, {"path", "bin/bench_calls"}}};
  plan["rows"] = {{"baseline/clock", {{"ns", 10}}},
                  {"call/a/all", {{"ns", 200}, {"label", "baseline=clock"}}},
                  {"call/a/hot", {{"ns", 20}, {"label", "baseline=clock"}}}};
}

void FakeBench::write() const {
  tree.write();
  std::ofstream(tree.root() / "bin/plan.json") << plan.dump();
}

Finished FakeBench::bench(const std::vector<std::string>& more) const {
  write();
  std::vector<std::string> arguments = {"bench", root()};
  const std::pair<const char*, const char*> defaults[] = {{"--repetitions", "2"},
                                                          {"--json", "out.json"}};
  for (const auto& [option, value] : defaults) {
    if (std::ranges::find(more, option) != more.end()) continue;
    arguments.insert(arguments.end(), {option, value});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return tree.mpitcheck(arguments);
}

nlohmann::json FakeBench::json(const std::string& file) const {
  std::ifstream stream(tree.file(file));
  return nlohmann::json::parse(stream);
}

nlohmann::json FakeBench::row(const std::string& name) const {
  const nlohmann::json whole = json();
  for (const auto& row : whole.at("rows")) {
    if (row.at("name") == name) return row;
  }
  throw std::runtime_error("no row " + name);
}

}  // namespace mpitcheck::bench

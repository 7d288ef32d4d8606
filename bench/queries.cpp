// SPDX-License-Identifier: BSD-3-Clause
// What finding a variable by name costs, among few and among many.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "mpit/instruments.hpp"
#include "started_handles.hpp"

namespace mpit::bench {
namespace {

// Of a fixed size, so that fetching the next question costs no more among many.
using Name = std::array<char, 40>;

// Asks for all names in turn, in an order that has nothing to do with that of registration.
void get_index(benchmark::State& state) {
  RunningEngine engine;
  std::vector<Name> names(static_cast<std::size_t>(state.range(0)));
  for (std::size_t i = 0; i != names.size(); ++i) {
    const std::string name = "component_module_variable_" + std::to_string(i);
    name.copy(names[i].data(), names[i].size() - 1);
    const Level<> registered(engine, {.name = name});
  }
  std::shuffle(names.begin(), names.end(), std::mt19937_64(1));
  int code = 0;
  int index = 0;
  auto name = names.begin();
  for (auto _ : state) {
    code |= static_cast<int>(
        engine.pvar_get_index(name->data(), static_cast<int>(PvarClass::level), &index));
    benchmark::DoNotOptimize(index);
    if (++name == names.end()) name = names.begin();
  }
  if (code != 0) state.SkipWithError("a name was not found");
}
BENCHMARK(get_index)->Name("query/get_index_among")->Arg(10)->Arg(10000);

}  // namespace
}  // namespace mpit::bench

// SPDX-License-Identifier: BSD-3-Clause
// What an update of a HIGHWATERMARK costs that is no new extreme: beside a plain comparison, under
// many handles.
#include <benchmark/benchmark.h>

#include "common/plain.hpp"
#include "list_walking.hpp"
#include "mpit/instruments.hpp"
#include "started_handles.hpp"

namespace mpit::bench {
namespace {

constexpr std::uint64_t extreme = 1000;

// Two variables of one engine: one handle looks at the first, 10,000 at the second.
struct Marks {
  RunningEngine engine;
  HighWatermark<> one_handle{engine, {.name = "one_handle"}};
  HighWatermark<> many_handles{engine, {.name = "many_handles"}};

  Marks() {
    start_handles(engine, index_of(engine, "one_handle", PvarClass::highwatermark), 1, 1);
    start_handles(engine, index_of(engine, "many_handles", PvarClass::highwatermark), 100, 100);
    one_handle.update(extreme);
    many_handles.update(extreme);
  }
};

Marks& marks() {
  static Marks instance;
  return instance;
}

void plain_compare(benchmark::State& state) {
  for (auto _ : state) {
    const std::uint64_t level = mpitcheck::bench::low_level;
    if (level > mpitcheck::bench::plain_highest) mpitcheck::bench::plain_highest = level;
    benchmark::ClobberMemory();
  }
}
BENCHMARK(plain_compare)->Name("watermark/plain_compare");

[[gnu::noinline]] void update(benchmark::State& state, HighWatermark<>& mark) {
  for (auto _ : state) {
    mark.update(mpitcheck::bench::low_level);
    benchmark::ClobberMemory();
  }
}

void update_one_handle(benchmark::State& state) { update(state, marks().one_handle); }
BENCHMARK(update_one_handle)->Name("watermark/update");

void update_many_handles(benchmark::State& state) { update(state, marks().many_handles); }
BENCHMARK(update_many_handles)->Name("watermark/update_under_10000_handles");

void update_list(benchmark::State& state) {
  ListWalkingHighWatermark mark;
  for (int h = 0; h != state.range(0); ++h) mark.start_handle(extreme);
  for (auto _ : state) mark.update(mpitcheck::bench::low_level);
}
BENCHMARK(update_list)->Name("watermark/list_walking")->Arg(1)->Arg(10000);

}  // namespace
}  // namespace mpit::bench

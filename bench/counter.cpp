// SPDX-License-Identifier: BSD-3-Clause
// What an update of a COUNTER costs: beside a plain increment, on two threads, under many handles.
#include <benchmark/benchmark.h>

#include <atomic>

#include "common/plain.hpp"
#include "mpit/instruments.hpp"
#include "started_handles.hpp"

namespace mpit::bench {
namespace {

// Two variables of one engine: nobody looks at the first, 10,000 handles at the second.
struct Counters {
  RunningEngine engine;
  Counter<> unwatched{engine, {.name = "unwatched"}};
  Counter<> watched{engine, {.name = "watched"}};

  Counters() { start_handles(engine, index_of(engine, "watched", PvarClass::counter), 100, 100); }
};

Counters& counters() {
  static Counters instance;
  return instance;
}

void plain_increment(benchmark::State& state) {
  for (auto _ : state) {
    ++mpitcheck::bench::plain_sum;
    benchmark::ClobberMemory();
  }
}
BENCHMARK(plain_increment)->Name("counter/plain_increment");

// One loop for all cases, so that only the variable differs.
[[gnu::noinline]] void add(benchmark::State& state, const Counter<>& counter) {
  for (auto _ : state) {
    counter.inc();
    benchmark::ClobberMemory();
  }
}

void add_unwatched(benchmark::State& state) { add(state, counters().unwatched); }
BENCHMARK(add_unwatched)->Name("counter/add");
BENCHMARK(add_unwatched)->Name("counter/add_on_2_threads")->Threads(2);

void add_watched(benchmark::State& state) { add(state, counters().watched); }
BENCHMARK(add_watched)->Name("counter/add_under_10000_handles");

void add_shared(benchmark::State& state) {
  static std::atomic<std::uint64_t> shared{0};
  for (auto _ : state) shared.fetch_add(1, std::memory_order_relaxed);
}
BENCHMARK(add_shared)->Name("counter/fetch_add");
BENCHMARK(add_shared)->Name("counter/fetch_add_on_2_threads")->Threads(2);

}  // namespace
}  // namespace mpit::bench

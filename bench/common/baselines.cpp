// SPDX-License-Identifier: BSD-3-Clause
// The baselines: operations of any machine, measured in the same binary as the compared ones.
#include <benchmark/benchmark.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "bench/common/plain.hpp"
#include "bench/common/program.hpp"

namespace mpitcheck::bench {

namespace {

void empty_loop(benchmark::State& state) {
  time_steps(state, [] { benchmark::ClobberMemory(); });
}

void increment(benchmark::State& state) {
  const std::uint64_t before = plain_sum;
  time_steps(state, [] {
    ++plain_sum;
    benchmark::ClobberMemory();
  });
  expect_gain(state, plain_sum - before);
}

// A chain: each step finds the word through memory, like an instrument.
void increment_chain(benchmark::State& state) {
  static std::uint64_t word;
  static std::uint64_t* volatile where = &word;
  word = 0;
  time_steps(state, [] {
    ++*where;
    benchmark::ClobberMemory();
  });
  expect_gain(state, word);
}

// Eight independent words in turn.
void increment_eight(benchmark::State& state) {
  static std::array<std::uint64_t, 8> words;
  words = {};
  time_steps(state, [] {
    for (std::uint64_t& word : words) {
      ++word;
      benchmark::ClobberMemory();  // prevents vectorization
    }
  });
  for (const std::uint64_t word : words) expect_gain(state, word);
}

// A level and its mark, found through memory in each step, like an instrument.
void watermark(benchmark::State& state) {
  struct Plain {
    std::uint64_t level, highest;
  };
  static Plain plain;
  static Plain* volatile where = &plain;
  plain = {0, 1000};
  time_steps(state, [] {
    Plain& found = *where;
    const std::uint64_t level = low_level;
    found.level = level;
    if (level > found.highest) found.highest = level;
    benchmark::ClobberMemory();
  });
  if (plain.level != low_level || plain.highest != 1000) state.SkipWithError("not as a watermark");
}

void store(benchmark::State& state) {
  plain_level = 0;
  time_steps(state, [] {
    plain_level = low_level;
    benchmark::ClobberMemory();
  });
  if (plain_level != low_level) state.SkipWithError("nothing was stored");
}

void fetch_add_shared(benchmark::State& state) {
  static std::atomic<std::uint64_t> shared;
  if (state.thread_index() == 0) shared = 0;
  time_steps(state, [] { shared.fetch_add(1, std::memory_order_relaxed); });
  if (state.thread_index() == 0) expect_gain(state, shared);
}

void padded_shards(benchmark::State& state) {
  struct alignas(128) Shard {
    std::atomic<std::uint64_t> count;
  };
  static Shard shards[64];
  std::atomic<std::uint64_t>& mine = shards[state.thread_index() % 64].count;
  mine = 0;
  time_steps(state, [&mine] {
    mine.store(mine.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    benchmark::ClobberMemory();
  });
  if (mine != static_cast<std::uint64_t>(state.iterations())) state.SkipWithError("lost updates");
}

void mutex(benchmark::State& state) {
  static std::mutex guard;
  static std::uint64_t guarded;
  if (state.thread_index() == 0) guarded = 0;
  time_steps(state, [] {
    const std::lock_guard<std::mutex> lock(guard);
    ++guarded;
  });
  if (state.thread_index() == 0) expect_gain(state, guarded);
}

// Through the vDSO: no system call.
void clock_gettime(benchmark::State& state) {
  int codes = 0;
  timespec now{};
  time_steps(state, [&] {
    codes |= ::clock_gettime(CLOCK_MONOTONIC, &now);
    benchmark::DoNotOptimize(now);
  });
  if (codes != 0) state.SkipWithError("no time was returned");
}

void function_call(benchmark::State& state) {
  int (*function)() = successful;
  time_calls(state, [&function] {
    benchmark::DoNotOptimize(function);
    return function();
  });
}

// Two calls, with the arguments of MPI_T_init_thread and MPI_T_finalize.
void function_pair(benchmark::State& state) {
  int (*first)(int, int*) = successful_too;
  int (*second)() = successful;
  benchmark::DoNotOptimize(first);
  benchmark::DoNotOptimize(second);
  int out = 0;
  time_calls(state, [&] { return first(0, &out) | second(); });
}

void malloc_free(benchmark::State& state) {
  time_steps(state, [] {
    void* memory = std::malloc(64);
    benchmark::DoNotOptimize(memory);
    std::free(memory);
  });
}

struct Known {
  const char* name;
  void (*body)(benchmark::State&);
};

constexpr Known all[] = {{"empty_loop", empty_loop},
                         {"increment", increment},
                         {"increment_chain", increment_chain},
                         {"increment_eight", increment_eight},
                         {"store", store},
                         {"watermark", watermark},
                         {"fetch_add_shared", fetch_add_shared},
                         {"padded_shards", padded_shards},
                         {"mutex", mutex},
                         {"clock_gettime", clock_gettime},
                         {"function_call", function_call},
                         {"function_pair", function_pair},
                         {"malloc_free", malloc_free}};

const Known& known(const std::string& name) {
  for (const Known& baseline : all) {
    if (name == baseline.name) return baseline;
  }
  throw std::logic_error("there is no baseline " + name);
}

std::set<std::string>& registered() {
  static std::set<std::string> names;
  return names;
}

}  // namespace

void add_baseline(const std::string& name, const Body& body) {
  if (!registered().insert(name).second) return;
  benchmark::RegisterBenchmark(("baseline/" + name).c_str(), body);
}

void need_baseline(const std::string& name) {
  if (!registered().contains(name)) add_baseline(name, known(name).body);
}

void need_baseline_on_threads(const std::string& name) {
  need_baseline(name);
  if (!registered().insert(name + "/threads").second) return;
  benchmark::RegisterBenchmark(("baseline/" + name).c_str(), known(name).body)
      ->Threads(2)
      ->Threads(4);
}

}  // namespace mpitcheck::bench

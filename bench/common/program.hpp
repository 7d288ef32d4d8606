// SPDX-License-Identifier: BSD-3-Clause
// What the benchmark programs share: benchmarks with their baselines, what the target lacks, the
// main function; instructions of this thread in user mode, where the machine and its settings let
// us count them.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::bench {

/// Counts from its making to tell(). It has nothing to clean up, lest the compiler arrange the loop
/// between the two another way.
class Instructions {
 public:
  Instructions();

  /// Ends the counting and gives the benchmark a counter `instructions`, those of one iteration; no
  /// counter where there is no counting. To be called once.
  void tell(benchmark::State& state) const;

  /// "counted", or why not.
  static std::string availability();

 private:
  int file_;
};

/// Notes what the target lacks, so that benchmarks are not there; the JSON's context says it.
void missing(std::string_view what);

using Body = std::function<void(benchmark::State&)>;

/// Registers `baseline/<name>`, unless it is there.
void add_baseline(const std::string& name, const Body& body);
/// The same for those that baselines.cpp knows by name.
void need_baseline(const std::string& name);
/// Also on 2 and 4 threads.
void need_baseline_on_threads(const std::string& name);

/// Registers a benchmark; `body(state)` times. Its label names the baseline. What the body throws
/// is the benchmark's error.
benchmark::internal::Benchmark* add(const std::string& name, const std::string& baseline,
                                    const Body& body);

/// The timed loop: `step()` once in each iteration.
template <class Step>
void time_steps(benchmark::State& state, Step step) {
  const Instructions counted;
  for (auto _ : state) step();
  counted.tell(state);
}

/// Times `call()`, which returns a code of MPI; anything but success is an error.
template <class Call>
void time_calls(benchmark::State& state, const Call& call) {
  int codes = 0;
  time_steps(state, [&] { codes |= call(); });
  if (codes != 0) state.SkipWithError("a call did not return MPI_SUCCESS");
}

/// Times `call(item)` over all items in turn, after one turn that is not timed: short runs would
/// measure an empty cache.
template <class Item, class Call>
void time_calls_over(benchmark::State& state, const std::vector<Item>& items, Call call) {
  if (items.empty()) throw std::logic_error("nothing to call for");
  for (const Item& item : items) static_cast<void>(call(item));
  if (items.size() == 1)
    return time_calls(state, [&, item = &items.front()] { return call(*item); });
  auto item = items.begin();
  time_calls(state, [&] {
    const int code = call(*item);
    if (++item == items.end()) item = items.begin();
    return code;
  });
}

/// What was counted in the loop must be one for each iteration of each thread; otherwise an error.
void expect_gain(benchmark::State& state, std::uint64_t gained);

/// The program: Google Benchmark's flags, MPI at its simplest thread level and MPI_T at
/// `tool_thread_level` up, then `add_all` to register benchmarks. The exit code is 2 for flags that
/// are not understood, 3 if the target does not come up.
int run(int argc, char** argv, int tool_thread_level, void (*add_all)());

}  // namespace mpitcheck::bench

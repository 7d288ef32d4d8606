// SPDX-License-Identifier: BSD-3-Clause
// Common parts of the benchmark programs: benchmarks with baselines, missing features of the
// target, and the main function. Also counts this thread's instructions in user mode, if the
// machine allows it.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::bench {

/// Counts from construction to tell(). A destructor could make the compiler lay out the timed loop
/// differently, so there is none.
class Instructions {
 public:
  Instructions();

  /// Ends the counting and adds a counter `instructions` per iteration to the benchmark, or none if
  /// counting is not available. Call it once.
  void tell(benchmark::State& state) const;

  /// "counted", or the reason why not.
  static std::string availability();

 private:
  int file_;
};

/// Records a feature that the target lacks, as the reason for missing benchmarks, in the context of
/// the JSON output.
void missing(std::string_view what);

using Body = std::function<void(benchmark::State&)>;

/// Registers `baseline/<name>`, unless it exists.
void add_baseline(const std::string& name, const Body& body);
/// add_baseline() for the named baselines of baselines.cpp.
void need_baseline(const std::string& name);
/// need_baseline(), also on 2 and 4 threads.
void need_baseline_on_threads(const std::string& name);

/// Registers a benchmark, which `body(state)` times. Its label names the baseline. An exception of
/// the body is reported as the benchmark's error.
benchmark::internal::Benchmark* add(const std::string& name, const std::string& baseline,
                                    const Body& body);

/// The timed loop: `step()` once in each iteration.
template <class Step>
void time_steps(benchmark::State& state, Step step) {
  const Instructions counted;
  for (auto _ : state) step();
  counted.tell(state);
}

/// Times `call()`, which returns a code of MPI. Any code except MPI_SUCCESS is an error.
template <class Call>
void time_calls(benchmark::State& state, const Call& call) {
  int codes = 0;
  time_steps(state, [&] { codes |= call(); });
  if (codes != 0) state.SkipWithError("a call did not return MPI_SUCCESS");
}

/// Times `call(item)` over all items in turn. An untimed turn comes first, since short runs would
/// otherwise measure a cold cache.
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

/// Sets an error unless `gained` is one per iteration and thread.
void expect_gain(benchmark::State& state, std::uint64_t gained);

/// The main function: parses Google Benchmark's flags, initializes MPI at its lowest thread level
/// and MPI_T at `tool_thread_level`, and calls `add_all` to register benchmarks. The exit code is 2
/// for unknown flags, and 3 if the target cannot be initialized.
int run(int argc, char** argv, int tool_thread_level, void (*add_all)());

}  // namespace mpitcheck::bench

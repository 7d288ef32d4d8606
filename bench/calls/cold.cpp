// SPDX-License-Identifier: BSD-3-Clause
// The first initialization of a process and the last finalization, in processes of their own.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <sstream>

#include "calls/calls.hpp"
#include "harness/api.hpp"
#include "harness/child.hpp"

namespace mpitcheck::bench {

namespace {

std::vector<std::string>& environment() {
  static std::vector<std::string> variables;
  return variables;
}

// What a fresh process took for init_thread and finalize, in nanoseconds.
struct Cold {
  double init = 0, finalize = 0;
};

Cold run_cold() {
  const ChildResult child = in_child([](int out) {
    std::vector<char*> variables;
    for (std::string& variable : environment()) variables.push_back(variable.data());
    variables.push_back(nullptr);
    char program[] = "bench_calls";
    char option[] = "--cold";
    char* arguments[] = {program, option, nullptr};
    ::dup2(out, STDOUT_FILENO);
    ::execve("/proc/self/exe", arguments, variables.data());
    throw std::runtime_error("execve failed");
  });
  Cold cold;
  std::istringstream told(child.output);
  if (child.signal != 0 || child.exit_code != 0 || !(told >> cold.init >> cold.finalize)) {
    throw std::runtime_error("a fresh process could not bring MPI_T up and down");
  }
  return cold;
}

void time_cold(benchmark::State& state, double Cold::*part) {
  for (auto _ : state) state.SetIterationTime(run_cold().*part * 1e-9);
}

}  // namespace

void remember_environment() {
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    environment().emplace_back(*variable);
  }
}

int cold_process() {
  using Clock = std::chrono::steady_clock;
  const auto ns = [](Clock::duration time) {
    return static_cast<long long>(std::chrono::nanoseconds(time).count());
  };
  const auto init = call::MPI_T_init_thread.unrecorded();
  const auto finalize = call::MPI_T_finalize.unrecorded();
  int provided = 0;
  const Clock::time_point begin = Clock::now();
  const int up = init(MPI_THREAD_SINGLE, &provided);
  const Clock::time_point middle = Clock::now();
  const int down = finalize();
  const Clock::time_point end = Clock::now();
  std::printf("%lld %lld\n", ns(middle - begin), ns(end - middle));
  return up == MPI_SUCCESS && down == MPI_SUCCESS ? 0 : 1;
}

void add_cold_calls() {
  const auto add_part = [](const std::string& name, double Cold::*part) {
    add("call/" + name + "/cold", clock_unit, [part](auto& state) { time_cold(state, part); })
        ->Iterations(1)  // repetitions of the whole are for statistics
        ->UseManualTime();
  };
  add_part("MPI_T_init_thread", &Cold::init);
  add_part("MPI_T_finalize", &Cold::finalize);
}

}  // namespace mpitcheck::bench

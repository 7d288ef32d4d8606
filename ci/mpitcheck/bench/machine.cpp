// SPDX-License-Identifier: BSD-3-Clause
// Facts out of /proc, and the CPU affinity of Linux.
#include "ci/mpitcheck/bench/machine.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "ci/mpitcheck/bench/google_json.hpp"
#include "ci/mpitcheck/bench/statistics.hpp"

namespace mpitcheck::bench {
namespace {

constexpr double most_spread = 0.05;  // of the baselines
constexpr double most_others = 0.25;  // of all cores
constexpr double most_stolen = 0.02;

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

double own_seconds() {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  double sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    if (::getrusage(who, &usage) == 0) sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return sum;
}

}  // namespace

Machine describe_machine() {
  Machine machine;
  machine.processor = processor_name();
  double load = 0;
  if (::getloadavg(&load, 1) == 1) machine.load = load;
  return machine;
}

UsageMeter::UsageMeter() : begin_(now()) {}

UsageMeter::Times UsageMeter::now() {
  // user nice system idle iowait irq softirq steal: ticks of all cores together
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  std::string name;
  std::array<double, 8> ticks{};
  words >> name;
  for (double& value : ticks) words >> value;
  if (!words || name != "cpu") return {};
  const double second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  Times times;
  for (const double value : ticks) times.all += value / second;
  times.stolen = ticks[7] / second;
  times.busy = times.all - (ticks[3] + ticks[4] + ticks[7]) / second;
  times.own = own_seconds();
  return times;
}

void UsageMeter::usage(Machine& machine) const {
  const Times end = now();
  const double all = end.all - begin_.all;
  if (all <= 0) return;
  const double others = (end.busy - begin_.busy) - (end.own - begin_.own);
  machine.others = others > 0 ? others / all : 0;
  machine.stolen = (end.stolen - begin_.stolen) / all;
}

Pinned::Pinned(bool wanted) {
  if (!wanted || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  if (CPU_COUNT(&before_) < 2) return;
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &before_)) --last;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  if (::sched_setaffinity(0, sizeof one, &one) == 0) core_ = last;
}

Pinned::~Pinned() {
  if (core_) ::sched_setaffinity(0, sizeof before_, &before_);
}

Noise judge_noise(const BenchReport& report) {
  Noise noise;
  std::vector<double> spreads;
  for (const Row& row : report.rows) {
    if (is_baseline(row.name) && row.times.size() > 1) {
      spreads.push_back(summary_of(row.times).spread());
    }
  }
  noise.baseline_spread = median_of(spreads);
  const auto percent = [](double share) { return fmt::format("{:.0f} %", share * 100); };
  const auto check = [&](double value, double most, std::string_view what, std::string_view of) {
    if (value <= most) return;
    noise.reasons.push_back(
        fmt::format("{} {}{}, more than {}", what, percent(value), of, percent(most)));
  };
  check(noise.baseline_spread, most_spread, "the baselines spread by", "");
  check(report.machine.others, most_others, "other programs took", " of the cores");
  check(report.machine.stolen, most_stolen, "a hypervisor took", " of the cores");
  return noise;
}

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic of the time that is left; command lines of Google Benchmark, and what its processes
// leave.
#include "ci/mpitcheck/bench/process.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "ci/mpitcheck/bench/machine.hpp"
#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/scratch.hpp"

namespace mpitcheck::bench {

namespace fs = std::filesystem;

namespace {

constexpr double shortest = 0.001, longest = 0.05;
// Of several measurements in a process the median counts: one disturbance then does no harm.
constexpr std::size_t several = 3;
constexpr double worth_several = 0.01;  // seconds per measurement
constexpr double search = 1.5;          // measurements' worth of time to find the iterations

constexpr std::size_t most_output = 200;  // bytes of what a failed program said, in our line
constexpr std::size_t list_bound = 4U << 20U;

/// How a process failed; empty if it ended well.
std::string failure(const Outcome& outcome, double timeout) {
  if (!outcome.ending) return "its supervisor was ended from outside";
  const Ending& ending = *outcome.ending;
  if (ending.start_error != 0) {
    return fmt::format("it could not be started ({})", std::strerror(ending.start_error));
  }
  if (ending.timed_out) return fmt::format("it did not end within {:g} s", timeout);
  if (WIFSIGNALED(ending.wait_status)) return signal_name(WTERMSIG(ending.wait_status));
  const int code = WEXITSTATUS(ending.wait_status);
  return code == 0 ? std::string() : fmt::format("exit code {}", code);
}

/// The last line that it said, for ours.
std::string last_words(const Outcome& outcome) {
  std::string_view said = outcome.errors.empty() ? outcome.output : outcome.errors;
  while (!said.empty() && said.back() == '\n') said.remove_suffix(1);
  if (said.empty()) return {};
  return ": " + shortened(said.substr(said.rfind('\n') + 1), most_output);
}

}  // namespace

Timing plan_timing(double seconds, std::size_t repetitions, const Workload& work) {
  const double fixed = static_cast<double>(repetitions) * work.fixed_seconds;
  const double count = static_cast<double>(std::max<std::size_t>(1, repetitions * work.rows));
  const double per_row = std::max(0.0, seconds - fixed) / count;
  const auto min_time = [&](std::size_t inner) {
    return std::clamp(per_row / (static_cast<double>(inner) + search), shortest, longest);
  };
  if (min_time(several) >= worth_several) return {min_time(several), several};
  return {min_time(1), 1};
}

double adapted(double min_time, double last, double left, std::size_t repetitions) {
  if (repetitions == 0 || last <= 0) return min_time;
  const double share = left / static_cast<double>(repetitions);
  return std::clamp(min_time * std::min(1.0, share / last), shortest, longest);
}

BenchProcess::BenchProcess(const Target& target, const BenchmarkEntry& entry, double timeout)
    : target_(target), entry_(entry), timeout_(timeout) {}

Outcome BenchProcess::execute(Scheduler& scheduler,
                              const std::vector<std::string>& arguments) const {
  const Scratch scratch;
  const TestFolders folders(scratch.path(), 0);
  RunOptions options;
  options.timeout = timeout_;
  Job job = program_job(target_, entry_.path, 1, options, {}, folders);
  job.command.words.insert(job.command.words.end(), arguments.begin(), arguments.end());
  job.errors_apart = true;
  job.output_bound = list_bound;
  Outcome outcome;
  scheduler.start(job, [&](Outcome of) { outcome = std::move(of); });
  scheduler.finish();
  return outcome;
}

std::vector<std::string> BenchProcess::list(Scheduler& scheduler, std::string& problem) const {
  const Outcome outcome = execute(scheduler, {"--benchmark_list_tests=true"});
  std::vector<std::string> names;
  problem = failure(outcome, timeout_);
  if (!problem.empty()) {
    problem += last_words(outcome);
    return names;
  }
  for (std::size_t at = 0; at < outcome.output.size();) {
    const std::size_t end = std::min(outcome.output.find('\n', at), outcome.output.size());
    if (end > at) names.push_back(outcome.output.substr(at, end - at));
    at = end + 1;
  }
  if (names.empty()) problem = "it lists no benchmarks";
  return names;
}

ProcessResult BenchProcess::run(Scheduler& scheduler, const ProcessPlan& plan,
                                const fs::path& out) const {
  std::vector<std::string> arguments = {"--benchmark_filter=" + exact_filter(plan.names),
                                        fmt::format("--benchmark_min_time={:g}", plan.min_time),
                                        "--benchmark_out_format=json",
                                        "--benchmark_out=" + out.string()};
  if (plan.inner > 1) {
    arguments.push_back(fmt::format("--benchmark_repetitions={}", plan.inner));
    arguments.emplace_back("--benchmark_enable_random_interleaving=true");
  }
  ProcessResult result;
  const Pinned pinned(plan.pin);
  const Outcome outcome = execute(scheduler, arguments);
  if (outcome.ending) result.seconds = outcome.ending->seconds;
  result.problem = failure(outcome, timeout_);
  if (!result.problem.empty()) {
    result.problem += last_words(outcome);
    return result;
  }
  try {
    std::ifstream file(out, std::ios::binary);
    result.figures = parse_google(std::string{std::istreambuf_iterator<char>(file), {}});
  } catch (const NotGoogleBenchmark& problem) {
    result.problem = fmt::format("it wrote no figures of Google Benchmark ({}){}",
                                 shortened(problem.what(), most_output), last_words(outcome));
  }
  return result;
}

std::string exact_filter(const std::vector<std::string>& names) {
  std::string filter = "^(";
  for (const std::string& name : names) {
    if (&name != &names.front()) filter += '|';
    for (const char c : name) {
      // Only these: POSIX leaves it open what a backslash before another character means.
      if (std::string_view(R"(\.^$|()[{*+?)").find(c) != std::string_view::npos) filter += '\\';
      filter += c;
    }
  }
  return filter + ")$";
}

}  // namespace mpitcheck::bench

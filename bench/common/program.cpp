// SPDX-License-Identifier: BSD-3-Clause
// Registration, the main function, and perf_event_open without a library.
#include "bench/common/program.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::bench {

namespace {

// A stopped counter, or -1 and errno.
int open_counter() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::string& missing_text() {
  static std::string text;
  return text;
}

std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string version = text;
  version.resize(std::min(version.find('\n'), version.size()));
  std::replace(version.begin(), version.end(), '\t', ' ');
  return version;
}

void bring_up(int tool_thread_level) {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) {
    throw std::runtime_error("MPI_Init_thread failed");
  }
  if (call::MPI_T_init_thread(tool_thread_level, &provided) != MPI_SUCCESS) {
    throw std::runtime_error("MPI_T_init_thread failed");
  }
  benchmark::AddCustomContext("thread_level", thread_level_name(provided));
}

}  // namespace

Instructions::Instructions() : file_(open_counter()) {
  if (file_ >= 0) ::ioctl(file_, PERF_EVENT_IOC_ENABLE, 0);
}

void Instructions::tell(benchmark::State& state) const {
  if (file_ < 0) return;
  ::ioctl(file_, PERF_EVENT_IOC_DISABLE, 0);
  std::uint64_t count = 0;
  if (::read(file_, &count, sizeof count) == sizeof count) {
    state.counters["instructions"] =
        benchmark::Counter(static_cast<double>(count), benchmark::Counter::kAvgIterations);
  }
  ::close(file_);
}

std::string Instructions::availability() {
  const int file = open_counter();
  if (file < 0) return std::string("not counted: ") + std::strerror(errno);
  ::close(file);
  return "counted";
}

void missing(std::string_view what) {
  std::string& text = missing_text();
  if (!text.empty()) text += "; ";
  text += what;
}

benchmark::internal::Benchmark* add(const std::string& name, const std::string& baseline,
                                    const Body& body) {
  need_baseline(baseline);
  return benchmark::RegisterBenchmark(name.c_str(), [body, baseline](benchmark::State& state) {
    state.SetLabel("baseline=" + baseline);
    try {
      body(state);
    } catch (const std::exception& problem) {
      state.SkipWithError(problem.what());
    }
  });
}

void expect_gain(benchmark::State& state, std::uint64_t gained) {
  const auto due = static_cast<std::uint64_t>(state.iterations() * state.threads());
  if (gained != due) state.SkipWithError(join("counted ", gained, ", not ", due).c_str());
}

int run(int argc, char** argv, int tool_thread_level, void (*add_all)()) {
  try {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::AddCustomContext("target", library_version());
    benchmark::AddCustomContext("instructions", Instructions::availability());
    bring_up(tool_thread_level);
    add_all();
    benchmark::AddCustomContext("missing", missing_text());
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s: %s\n", argv[0], problem.what());
    return 3;
  }
  call::MPI_T_finalize();
  MPI_Finalize();
  return 0;
}

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// Registration, and the main function.
#include "common/program.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "harness/api.hpp"
#include "harness/mpi.hpp"
#include "harness/names.hpp"
#include "harness/text.hpp"

namespace mpitcheck::bench {

namespace {

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

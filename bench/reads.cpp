// SPDX-License-Identifier: BSD-3-Clause
// What reading a scalar variable costs, through the C function of the library and in the engine,
// beside reading the clock.
#include <benchmark/benchmark.h>
#include <mpi.h>

#include <ctime>
#include <string>

#include "mpit/instruments.hpp"
#include "started_handles.hpp"

namespace mpit::bench {
namespace {

// The clock through the vDSO: no system call.
void clock_gettime_vdso(benchmark::State& state) {
  timespec now{};
  for (auto _ : state) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    benchmark::DoNotOptimize(now);
  }
}
BENCHMARK(clock_gettime_vdso)->Name("read/clock_gettime");

// A started handle of the library's first scalar variable of the class and datatype that can be
// started.
class LibraryHandle {
 public:
  LibraryHandle(int var_class, MPI_Datatype datatype) {
    int provided = 0;
    int num = 0;
    MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    MPI_T_pvar_session_create(&session);
    MPI_T_pvar_get_num(&num);
    for (int index = 0; index != num && handle == MPI_T_PVAR_HANDLE_NULL; ++index) {
      if (suits(index, var_class, datatype)) start(index);
    }
  }
  ~LibraryHandle() {
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
  }
  LibraryHandle(const LibraryHandle&) = delete;
  LibraryHandle& operator=(const LibraryHandle&) = delete;

  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;

 private:
  static bool suits(int index, int var_class, MPI_Datatype datatype) {
    int its_class = 0;
    MPI_Datatype its_datatype = MPI_DATATYPE_NULL;
    int bind = 0;
    int continuous = 0;
    const int code =
        MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, &its_class, &its_datatype, nullptr,
                            nullptr, nullptr, &bind, nullptr, &continuous, nullptr);
    return code == MPI_SUCCESS && its_class == var_class && its_datatype == datatype &&
           bind == MPI_T_BIND_NO_OBJECT && continuous == 0;
  }

  void start(int index) {
    int count = 0;
    MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count);
    if (count == 1 && MPI_T_pvar_start(session, handle) == MPI_SUCCESS) return;
    MPI_T_pvar_handle_free(session, &handle);
  }
};

void read_in_library(benchmark::State& state, int var_class, MPI_Datatype datatype) {
  const LibraryHandle reader(var_class, datatype);
  unsigned long long value = 0;
  int code = MPI_SUCCESS;
  for (auto _ : state) {
    code |= MPI_T_pvar_read(reader.session, reader.handle, &value);
    benchmark::DoNotOptimize(value);
  }
  if (code != MPI_SUCCESS) state.SkipWithError("a read failed, or there is no such variable");
}
BENCHMARK_CAPTURE(read_in_library, counter, MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG)
    ->Name("read/MPI_T_pvar_read_counter");
BENCHMARK_CAPTURE(read_in_library, timer, MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE)
    ->Name("read/MPI_T_pvar_read_timer");
BENCHMARK_CAPTURE(read_in_library, level, MPI_T_PVAR_CLASS_LEVEL, MPI_UNSIGNED)
    ->Name("read/MPI_T_pvar_read_level");
BENCHMARK_CAPTURE(read_in_library, highwatermark, MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_UNSIGNED_LONG)
    ->Name("read/MPI_T_pvar_read_highwatermark");

void read_in_engine(benchmark::State& state) {
  RunningEngine engine;
  const Counter<> counter(engine, {.name = "read"});
  counter.inc();
  const PvarSession session = new_session(engine);
  const PvarHandle handle = new_handle(engine, session, 0);
  require(engine.pvar_start(session, handle));
  unsigned long long value = 0;
  for (auto _ : state) {
    engine.pvar_read(session, handle, &value);
    benchmark::DoNotOptimize(value);
  }
}
BENCHMARK(read_in_engine)->Name("read/engine");

}  // namespace
}  // namespace mpit::bench

// SPDX-License-Identifier: BSD-3-Clause
// bench_scale: how costs grow with the number of variables, handles, sessions, registrations and
// threads.
#include "bench/scale/scale.hpp"

#include <stdexcept>

#include "conformance/harness/facts/mpi.hpp"

namespace {

// A call that the library refuses costs the benchmarks of its subject only.
void add_all() {
  using namespace mpitcheck::bench;
  for (void (*const add_subject)() : {
           add_cvar_handles,
           add_sessions,
           add_pvar_handles,
           add_registrations,
           add_queries,
           add_threads,
#ifdef MPITCHECK_BENCH_ENGINE
           add_engine,
#endif
       }) {
    try {
      add_subject();
    } catch (const std::runtime_error& refused) {
      missing(refused.what());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return mpitcheck::bench::run(argc, argv, MPI_THREAD_MULTIPLE, add_all);
}

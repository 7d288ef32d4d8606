// SPDX-License-Identifier: BSD-3-Clause
// bench_scale: how costs grow with the number of variables, handles, sessions, registrations and
// threads.
#include "bench/scale/scale.hpp"

#include "conformance/harness/facts/mpi.hpp"

namespace {

void add_all() {
  using namespace mpitcheck::bench;
  add_cvar_handles();
  add_sessions();
  add_pvar_handles();
  add_registrations();
  add_queries();
  add_threads();
#ifdef MPITCHECK_BENCH_ENGINE
  add_engine();
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return mpitcheck::bench::run(argc, argv, MPI_THREAD_MULTIPLE, add_all);
}

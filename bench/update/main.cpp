// SPDX-License-Identifier: BSD-3-Clause
// bench_update: the cost of an update of an instrument, compared with published designs. It uses
// the engine alone, without the library around it.
#include "bench/update/update.hpp"

#include "bench/common/program.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace {

void add_all() {
  using namespace mpitcheck::bench;
  add_classes();
  add_disabled_classes();
  add_alternatives();
  add_events();
}

}  // namespace

int main(int argc, char** argv) {
  return mpitcheck::bench::run(argc, argv, MPI_THREAD_SINGLE, add_all);
}

// SPDX-License-Identifier: BSD-3-Clause
// bench_calls: what each function of MPI_T costs on this target.
#include "calls/calls.hpp"
#include "harness/api.hpp"

namespace {

void add_all() {
  using namespace mpitcheck::bench;
  for (const mpitcheck::FunctionFacts& function : mpitcheck::all_functions()) {
    if (!function.linked) missing(function.name);
  }
  add_cvar_calls();
}

}  // namespace

int main(int argc, char** argv) {
  return mpitcheck::bench::run(argc, argv, MPI_THREAD_SINGLE, add_all);
}

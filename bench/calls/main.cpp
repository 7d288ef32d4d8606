// SPDX-License-Identifier: BSD-3-Clause
// bench_calls: the cost of each function of MPI_T on this target.
#include <string_view>

#include "bench/calls/calls.hpp"
#include "conformance/harness/calls/api.hpp"

namespace {

void add_all() {
  using namespace mpitcheck::bench;
  for (const mpitcheck::FunctionFacts& function : mpitcheck::all_functions()) {
    if (!function.linked) missing(function.name);
  }
  add_general_calls();
  add_cold_calls();
  add_cvar_calls();
  add_pvar_calls();
  add_category_calls();
  add_event_calls();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--cold") return mpitcheck::bench::cold_process();
  mpitcheck::bench::remember_environment();
  return mpitcheck::bench::run(argc, argv, MPI_THREAD_SINGLE, add_all);
}

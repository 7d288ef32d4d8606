// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/harness/calls/read_cost.hpp"

#include <chrono>

namespace mpitcheck {

int read_nothing(MPI_T_pvar_session, MPI_T_pvar_handle, void*) { return MPI_SUCCESS; }

double nanoseconds_of(PvarRead function, int calls, MPI_T_pvar_session session,
                      MPI_T_pvar_handle handle, void* value) {
  const PvarRead volatile called = function;  // volatile: prevents inlining
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) called(session, handle, value);
  const std::chrono::duration<double, std::nano> all = std::chrono::steady_clock::now() - begin;
  return all.count() / calls;
}

}  // namespace mpitcheck

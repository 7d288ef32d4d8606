// SPDX-License-Identifier: BSD-3-Clause
// The calls on pvars for several threads: looked up once, not recorded.
#pragma once

#include "harness/api.hpp"

namespace mpitcheck::stress {

/// Throws FunctionMissing on construction if the target lacks one.
struct PvarCalls {
  decltype(call::MPI_T_pvar_session_create)::Pointer session_create =
      call::MPI_T_pvar_session_create.required();
  decltype(call::MPI_T_pvar_session_free)::Pointer session_free =
      call::MPI_T_pvar_session_free.required();
  decltype(call::MPI_T_pvar_handle_alloc)::Pointer handle_alloc =
      call::MPI_T_pvar_handle_alloc.required();
  decltype(call::MPI_T_pvar_handle_free)::Pointer handle_free =
      call::MPI_T_pvar_handle_free.required();
  decltype(call::MPI_T_pvar_start)::Pointer start = call::MPI_T_pvar_start.required();
  decltype(call::MPI_T_pvar_stop)::Pointer stop = call::MPI_T_pvar_stop.required();
  decltype(call::MPI_T_pvar_read)::Pointer read = call::MPI_T_pvar_read.required();
  decltype(call::MPI_T_pvar_write)::Pointer write = call::MPI_T_pvar_write.required();
  decltype(call::MPI_T_pvar_reset)::Pointer reset = call::MPI_T_pvar_reset.required();
  decltype(call::MPI_T_pvar_readreset)::Pointer readreset = call::MPI_T_pvar_readreset.required();
};

}  // namespace mpitcheck::stress

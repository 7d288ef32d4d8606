// SPDX-License-Identifier: BSD-3-Clause
// The calls on pvars for several threads: looked up once, not recorded.
#pragma once

#include <utility>
#include <vector>

#include "harness/api.hpp"
#include "harness/variables.hpp"

namespace mpitcheck::stress {

/// For pvars of callable(). Throws NotCalled on construction if the target
/// lacks one.
struct PvarCalls {
  decltype(call::MPI_T_pvar_session_create)::Pointer session_create =
      call::MPI_T_pvar_session_create.required_for(no_object);
  decltype(call::MPI_T_pvar_session_free)::Pointer session_free =
      call::MPI_T_pvar_session_free.required_for(no_object);
  decltype(call::MPI_T_pvar_handle_alloc)::Pointer handle_alloc =
      call::MPI_T_pvar_handle_alloc.required_for(no_object);
  decltype(call::MPI_T_pvar_handle_free)::Pointer handle_free =
      call::MPI_T_pvar_handle_free.required_for(no_object);
  decltype(call::MPI_T_pvar_start)::Pointer start = call::MPI_T_pvar_start.required_for(no_object);
  decltype(call::MPI_T_pvar_stop)::Pointer stop = call::MPI_T_pvar_stop.required_for(no_object);
  decltype(call::MPI_T_pvar_read)::Pointer read = call::MPI_T_pvar_read.required_for(no_object);
  decltype(call::MPI_T_pvar_write)::Pointer write = call::MPI_T_pvar_write.required_for(no_object);
  decltype(call::MPI_T_pvar_reset)::Pointer reset = call::MPI_T_pvar_reset.required_for(no_object);
  decltype(call::MPI_T_pvar_readreset)::Pointer readreset =
      call::MPI_T_pvar_readreset.required_for(no_object);
};

/// Those of which each of the calls may be made.
inline std::vector<PvarInfo> callable(std::vector<PvarInfo> pvars) {
  return without_held(std::move(pvars), call::MPI_T_pvar_handle_alloc, call::MPI_T_pvar_handle_free,
                      call::MPI_T_pvar_start, call::MPI_T_pvar_stop, call::MPI_T_pvar_read,
                      call::MPI_T_pvar_write, call::MPI_T_pvar_reset, call::MPI_T_pvar_readreset);
}

}  // namespace mpitcheck::stress

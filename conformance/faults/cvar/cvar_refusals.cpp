// SPDX-License-Identifier: BSD-3-Clause
// Faults of writing cvars that cannot be written.
#include <cstring>

#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// A write to a cvar of this scope is answered with `code`.
template <int scope, int code>
void answer_writes(Interface& mpi) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    return cvar != nullptr && cvar->scope == scope ? code : real.MPI_T_cvar_write(handle, buffer);
  };
}

// A write to a cvar of this scope changes what later reads deliver; it is answered as by the MPI,
// or, if it `admits_it`, with success.
template <int scope, bool admits_it>
void write_anyway(Interface& mpi) {
  static std::map<int, std::vector<unsigned char>> changed;  // by index
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const int code = real.MPI_T_cvar_write(handle, buffer);
    if (cvar == nullptr || cvar->scope != scope || !cvar->has_value()) return code;
    const auto* const bytes = static_cast<const unsigned char*>(buffer);
    changed[cvar->index].assign(bytes, bytes + cvar->bytes());
    return admits_it ? MPI_SUCCESS : code;
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const int code = real.MPI_T_cvar_read(handle, buffer);
    if (code != MPI_SUCCESS || cvar == nullptr) return code;
    const auto found = changed.find(cvar->index);
    if (found != changed.end()) std::memcpy(buffer, found->second.data(), found->second.size());
    return code;
  };
}

MPITCHECK_FAULT(cvar_constant_write_accepted, "A write to a CONSTANT cvar succeeds without effect",
                clause::cvar_write_constant_refused) {
  answer_writes<MPI_T_SCOPE_CONSTANT, MPI_SUCCESS>(mpi);
}

MPITCHECK_FAULT(cvar_constant_written, "A write to a CONSTANT cvar succeeds",
                clause::cvar_write_constant_refused, clause::cvar_constant_value_fixed) {
  write_anyway<MPI_T_SCOPE_CONSTANT, true>(mpi);
}

MPITCHECK_FAULT(cvar_constant_written_anyway, "A write to a CONSTANT cvar is refused, and done",
                clause::cvar_write_constant_refused, clause::cvar_constant_value_fixed) {
  write_anyway<MPI_T_SCOPE_CONSTANT, false>(mpi);
}

MPITCHECK_FAULT(cvar_constant_not_now, "A write to a CONSTANT cvar is refused for now",
                clause::cvar_write_constant_refused) {
  answer_writes<MPI_T_SCOPE_CONSTANT, MPI_T_ERR_CVAR_SET_NOT_NOW>(mpi);
}

MPITCHECK_FAULT(cvar_constant_invalid, "A write to a CONSTANT cvar is refused as invalid",
                clause::cvar_write_constant_refused) {
  answer_writes<MPI_T_SCOPE_CONSTANT, MPI_T_ERR_INVALID>(mpi);
}

MPITCHECK_FAULT(cvar_readonly_write_accepted, "A write to a READONLY cvar succeeds without effect",
                clause::cvar_write_readonly_refused) {
  answer_writes<MPI_T_SCOPE_READONLY, MPI_SUCCESS>(mpi);
}

MPITCHECK_FAULT(cvar_readonly_written_anyway, "A write to a READONLY cvar is refused, and done",
                clause::cvar_write_readonly_refused) {
  write_anyway<MPI_T_SCOPE_READONLY, false>(mpi);
}

MPITCHECK_FAULT(cvar_readonly_invalid, "A write to a READONLY cvar is refused as invalid",
                clause::cvar_write_readonly_refused) {
  answer_writes<MPI_T_SCOPE_READONLY, MPI_T_ERR_INVALID>(mpi);
}

MPITCHECK_FAULT(cvar_readonly_written_after_init, "After MPI_Init READONLY cvars can be written",
                clause::cvar_write_readonly_refused) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    return cvar != nullptr && cvar->scope == MPI_T_SCOPE_READONLY && mpi_was_initialized()
               ? MPI_SUCCESS
               : real.MPI_T_cvar_write(handle, buffer);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

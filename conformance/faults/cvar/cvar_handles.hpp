// SPDX-License-Identifier: BSD-3-Clause
// Handles of cvars, for faults that need the cvar of a handle.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {

using Bytes = std::vector<unsigned char>;

/// A cvar of which there is an open handle.
struct OpenCvar {
  int index;
  int count;
  MPI_Datatype datatype;
  int bind, scope;
  bool from_before_init, from_before_finalize;
  bool with_object;  ///< an object was passed, whether needed or not
  int reads = 0;     ///< counted by faults

  [[nodiscard]] bool is_text() const { return datatype == MPI_CHAR; }
  [[nodiscard]] bool is_array() const { return !is_text() && count > 1; }
  /// Bytes of one element; 0 for a datatype that cvars must not have. Works before MPI_Init.
  [[nodiscard]] std::size_t element() const {
    if (is_text()) return 1;
    for (const MPI_Datatype four : {MPI_INT, MPI_UNSIGNED, MPI_INT32_T, MPI_UINT32_T}) {
      if (datatype == four) return 4;
    }
    for (const MPI_Datatype eight : {MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_COUNT,
                                     MPI_DOUBLE, MPI_INT64_T, MPI_UINT64_T}) {
      if (datatype == eight) return 8;
    }
    return 0;
  }
  [[nodiscard]] std::size_t bytes() const { return element() * static_cast<std::size_t>(count); }
  [[nodiscard]] bool has_value() const { return bytes() > 0; }
  [[nodiscard]] Bytes value_in(const void* buffer) const {
    const auto* const first = static_cast<const unsigned char*>(buffer);
    return {first, first + bytes()};
  }
};

inline std::map<MPI_T_cvar_handle, OpenCvar>& open_cvars() {
  static std::map<MPI_T_cvar_handle, OpenCvar> all;
  return all;
}

/// The cvar of a handle, or null.
inline OpenCvar* cvar_of(MPI_T_cvar_handle handle) {
  const auto found = open_cvars().find(handle);
  return found == open_cvars().end() ? nullptr : &found->second;
}

inline int alloc_cvar MPITCHECK_PARAMETERS_MPI_T_cvar_handle_alloc {
  const int code = MPITCHECK_REAL(MPI_T_cvar_handle_alloc);
  const CvarFacts facts(cvar_index);
  if (code == MPI_SUCCESS) {
    open_cvars()[*handle] = {cvar_index,           *count,
                             facts.datatype,       facts.bind,
                             facts.scope,          !mpi_was_initialized(),
                             !mpi_was_finalized(), obj_handle != nullptr};
  }
  return code;
}

inline int free_cvar(MPI_T_cvar_handle* handle) {
  if (handle != nullptr) open_cvars().erase(*handle);
  return real.MPI_T_cvar_handle_free(handle);
}

/// Keeps open_cvars() up to date.
inline void follow_cvar_handles(Interface& mpi) {
  mpi.MPI_T_cvar_handle_alloc = alloc_cvar;
  mpi.MPI_T_cvar_handle_free = free_cvar;
}

/// The value that the MPI has for a handle; empty if it cannot be read.
inline Bytes value_of(MPI_T_cvar_handle handle) {
  const OpenCvar* const cvar = cvar_of(handle);
  if (cvar == nullptr || !cvar->has_value()) return {};
  Bytes value(cvar->bytes() + 64);
  if (real.MPI_T_cvar_read(handle, value.data()) != MPI_SUCCESS) return {};
  value.resize(cvar->bytes());
  return value;
}

/// MPITCHECK_CVAR(id, function, "brief", MPITCHECK_BREAKS(clause, ...), statements): run before a
/// read or write of `cvar`.
#define MPITCHECK_CVAR(id, function, brief, breaks, ...)                         \
  MPITCHECK_ROW(id, brief, breaks, follow_cvar_handles(mpi); MPITCHECK_GIVEN_OF( \
                    function, if (OpenCvar* const cvar = cvar_of(handle)) { __VA_ARGS__; }))

/// MPITCHECK_VALUE(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): change the bytes
/// `value` that were read from `cvar`.
#define MPITCHECK_VALUE(id, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, follow_cvar_handles(mpi); MPITCHECK_VALUE_OF(__VA_ARGS__))
#define MPITCHECK_VALUE_OF(...)                                      \
  MPITCHECK_OUTPUT_OF(                                               \
      MPI_T_cvar_read, const OpenCvar* const open = cvar_of(handle); \
      if (open != nullptr && open->has_value()) {                    \
        const OpenCvar& cvar = *open;                                \
        auto* const value = static_cast<unsigned char*>(buf);        \
        __VA_ARGS__;                                                 \
      })

}  // namespace mpitcheck::faults

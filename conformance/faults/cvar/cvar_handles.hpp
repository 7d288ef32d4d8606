// SPDX-License-Identifier: BSD-3-Clause
// Faults of values need to know the cvar behind a handle.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {

/// A cvar that somebody holds a handle of.
struct OpenCvar {
  int index;
  int count;
  MPI_Datatype datatype;
  int bind, scope;
  bool from_before_init, from_before_finalize;
  bool with_object;  ///< an object was passed, be it needed or not

  [[nodiscard]] bool is_text() const { return datatype == MPI_CHAR; }
  /// Bytes of one element, 0 for a datatype that cvars should not have. Usable before MPI_Init.
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
};

inline std::map<MPI_T_cvar_handle, OpenCvar> open_cvars;

/// The cvar behind a handle, or null.
inline const OpenCvar* cvar_of(MPI_T_cvar_handle handle) {
  const auto found = open_cvars.find(handle);
  return found == open_cvars.end() ? nullptr : &found->second;
}

inline int alloc_cvar(int index, void* object, MPI_T_cvar_handle* handle, int* count) {
  const int code = real.MPI_T_cvar_handle_alloc(index, object, handle, count);
  const CvarFacts facts(index);
  if (code == MPI_SUCCESS) {
    open_cvars[*handle] = {index,
                           *count,
                           facts.datatype,
                           facts.bind,
                           facts.scope,
                           !mpi_was_initialized(),
                           !mpi_was_finalized(),
                           object != nullptr};
  }
  return code;
}

inline int free_cvar(MPI_T_cvar_handle* handle) {
  if (handle != nullptr) open_cvars.erase(*handle);
  return real.MPI_T_cvar_handle_free(handle);
}

/// Keeps open_cvars up to date.
inline void follow_cvar_handles(Interface& mpi) {
  mpi.MPI_T_cvar_handle_alloc = alloc_cvar;
  mpi.MPI_T_cvar_handle_free = free_cvar;
}

/// Lets `spoil(cvar, value)` change each value that MPI_T_cvar_read delivers with success.
template <class Spoil>
void spoil_cvar_read(Interface& mpi, Spoil) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const int code = real.MPI_T_cvar_read(handle, buffer);
    const OpenCvar* const cvar = cvar_of(handle);
    if (code == MPI_SUCCESS && cvar != nullptr && cvar->has_value()) {
      Spoil{}(*cvar, static_cast<unsigned char*>(buffer));
    }
    return code;
  };
}

/// The value that the MPI has for a handle; empty if it cannot be read.
inline std::vector<unsigned char> value_of(MPI_T_cvar_handle handle) {
  const OpenCvar* const cvar = cvar_of(handle);
  if (cvar == nullptr || !cvar->has_value()) return {};
  std::vector<unsigned char> value(cvar->bytes() + 64);
  if (real.MPI_T_cvar_read(handle, value.data()) != MPI_SUCCESS) return {};
  value.resize(cvar->bytes());
  return value;
}

}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of reading cvars.
#include <csignal>
#include <cstring>

#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(cvar_read_one_byte_beyond, "A read clears the byte behind the value",
                clause::cvar_read_delivers_value, clause::datatype_value_layout) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (!cvar.is_text()) value[cvar.bytes()] = 0;
  });
}

MPITCHECK_FAULT(cvar_read_text_beyond, "A text is read with a null behind its count",
                clause::cvar_read_delivers_value, clause::datatype_value_layout,
                clause::datatype_char_is_string) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (cvar.is_text()) value[cvar.bytes()] = 0;
  });
}

MPITCHECK_FAULT(cvar_read_element_beyond, "An array is read with an element more than its count",
                clause::cvar_read_delivers_value, clause::datatype_value_layout) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (!cvar.is_text() && cvar.count > 1) std::memset(value + cvar.bytes(), 0, cvar.element());
  });
}

// Reads into a place of its own, and lets `deliver(cvar, value, buffer)` copy.
template <class Deliver>
void read_aside(Interface& mpi, Deliver) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const auto value = value_of(handle);
    if (value.empty()) return real.MPI_T_cvar_read(handle, buffer);
    Deliver{}(*cvar, value, static_cast<unsigned char*>(buffer));
    return MPI_SUCCESS;
  };
}

using Bytes = std::vector<unsigned char>;

MPITCHECK_FAULT(cvar_read_last_element_left_out, "The last element of an array is not read",
                clause::cvar_read_delivers_value) {
  read_aside(mpi, [](const OpenCvar& cvar, const Bytes& value, unsigned char* buffer) {
    const bool array = !cvar.is_text() && cvar.count > 1;
    std::memcpy(buffer, value.data(), value.size() - (array ? cvar.element() : 0));
  });
}

MPITCHECK_FAULT(cvar_read_only_first_time, "A handle delivers its value once, then nothing",
                clause::cvar_read_delivers_value) {
  static std::map<MPI_T_cvar_handle, int> reads;
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = alloc_cvar(index, object, handle, count);
    if (code == MPI_SUCCESS) reads[*handle] = 0;
    return code;
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    return cvar_of(handle) != nullptr && ++reads[handle] > 1 ? MPI_SUCCESS
                                                             : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_read_half_of_64_bits, "Of a 64-bit integer only the first half is read",
                clause::datatype_fixed_width_added, clause::cvar_read_delivers_value) {
  read_aside(mpi, [](const OpenCvar& cvar, const Bytes& value, unsigned char* buffer) {
    const bool half = cvar.datatype == MPI_INT64_T || cvar.datatype == MPI_UINT64_T;
    for (std::size_t at = 0; at < value.size(); at += cvar.element()) {
      std::memcpy(buffer + at, value.data() + at, half ? 4 : cvar.element());
    }
  });
}

MPITCHECK_FAULT(cvar_read_32_bits_as_64, "A 32-bit integer is read as one of 64 bits",
                clause::datatype_fixed_width_added, clause::datatype_value_layout,
                clause::cvar_read_delivers_value) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (cvar.datatype == MPI_INT32_T || cvar.datatype == MPI_UINT32_T) {
      std::memset(value + cvar.bytes(), 0, 4);
    }
  });
}

MPITCHECK_FAULT(cvar_read_with_gaps, "The elements of an array are read with gaps between them",
                clause::datatype_value_layout, clause::cvar_read_delivers_value) {
  read_aside(mpi, [](const OpenCvar& cvar, const Bytes& value, unsigned char* buffer) {
    const std::size_t step = cvar.is_text() || cvar.element() == 8 ? 1 : 2;
    for (std::size_t at = 0; at < value.size(); at += cvar.element()) {
      std::memcpy(buffer + step * at, value.data() + at, cvar.element());
    }
  });
}

MPITCHECK_FAULT(cvar_read_text_without_null, "A text is read without the null at its end",
                clause::datatype_char_is_string) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (!cvar.is_text()) return;
    for (std::size_t i = 0; i < cvar.bytes(); ++i) value[i] = value[i] == 0 ? ' ' : value[i];
  });
}

MPITCHECK_FAULT(cvar_read_constant_refused, "A CONSTANT cvar cannot be read",
                clause::cvar_read_any_scope) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    return cvar != nullptr && cvar->scope == MPI_T_SCOPE_CONSTANT
               ? MPI_T_ERR_INVALID
               : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_read_refused_after_init, "After MPI_Init the first cvar cannot be read",
                clause::cvar_read_any_scope) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    return cvar != nullptr && cvar->index == 0 && mpi_was_initialized()
               ? MPI_T_ERR_CVAR_SET_NOT_NOW
               : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_read_crashes_after_init, "After MPI_Init a read of the first cvar crashes",
                clause::general_failure_not_fatal) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    if (cvar != nullptr && cvar->index == 0 && mpi_was_initialized()) std::raise(SIGSEGV);
    return real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_read_null_handle, "Reading MPI_T_CVAR_HANDLE_NULL succeeds",
                clause::cvar_read_invalid_handle) {
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    return handle == MPI_T_CVAR_HANDLE_NULL ? MPI_SUCCESS : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_write_null_handle, "Writing MPI_T_CVAR_HANDLE_NULL is not possible for now",
                clause::cvar_read_invalid_handle) {
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    return handle == MPI_T_CVAR_HANDLE_NULL ? MPI_T_ERR_CVAR_SET_NOT_NOW
                                            : real.MPI_T_cvar_write(handle, buffer);
  };
}

template <bool (*now)()>
void change_constants(Interface& mpi) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (cvar.scope == MPI_T_SCOPE_CONSTANT && now()) value[0] ^= 1;
  });
}

MPITCHECK_FAULT(cvar_constant_changes_in_init, "MPI_Init changes CONSTANT cvars",
                clause::cvar_constant_value_fixed) {
  change_constants<mpi_was_initialized>(mpi);
}

MPITCHECK_FAULT(cvar_constant_changes_in_finalize, "MPI_Finalize changes CONSTANT cvars",
                clause::cvar_constant_value_fixed) {
  change_constants<mpi_was_finalized>(mpi);
}

MPITCHECK_FAULT(cvar_inactive_readable, "The last cvar goes inactive in MPI_Init, yet can be read",
                clause::cvar_inactive_access_code) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return is_last_cvar(index) && mpi_was_initialized()
               ? MPI_T_ERR_INVALID_INDEX
               : real.MPI_T_cvar_get_info(index, outputs...);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

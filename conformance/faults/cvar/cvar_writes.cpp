// SPDX-License-Identifier: BSD-3-Clause
// Faults of writing cvars.
#include <cstring>

#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes bytes_of(const OpenCvar& cvar, const void* buffer) {
  const auto* const bytes = static_cast<const unsigned char*>(buffer);
  return {bytes, bytes + cvar.bytes()};
}

// Writes what `alter(cvar, value, before)` makes of the value.
template <class Alter>
void alter_writes(Interface& mpi, Alter) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const Bytes before = value_of(handle);
    const int code = real.MPI_T_cvar_write(handle, buffer);
    if (code != MPI_SUCCESS || before.empty()) return code;
    Bytes value = bytes_of(*cvar, buffer);
    Alter{}(*cvar, value, before);
    real.MPI_T_cvar_write(handle, value.data());
    return code;
  };
}

MPITCHECK_FAULT(cvar_write_lost, "A write succeeds without effect",
                clause::cvar_write_takes_effect) {
  alter_writes(mpi, [](const OpenCvar&, Bytes& value, const Bytes& before) { value = before; });
}

MPITCHECK_FAULT(cvar_write_lost_after_init, "After MPI_Init a write succeeds without effect",
                clause::cvar_write_takes_effect) {
  alter_writes(mpi, [](const OpenCvar&, Bytes& value, const Bytes& before) {
    if (mpi_was_initialized()) value = before;
  });
}

MPITCHECK_FAULT(cvar_write_last_element_lost, "The last element of an array is not written",
                clause::cvar_write_takes_effect) {
  alter_writes(mpi, [](const OpenCvar& cvar, Bytes& value, const Bytes& before) {
    if (cvar.is_text() || cvar.count < 2) return;
    const std::size_t kept = value.size() - cvar.element();
    std::memcpy(value.data() + kept, before.data() + kept, cvar.element());
  });
}

MPITCHECK_FAULT(cvar_write_text_cut, "Of a text as long as its count the last character is lost",
                clause::cvar_write_takes_effect) {
  alter_writes(mpi, [](const OpenCvar& cvar, Bytes& value, const Bytes&) {
    if (!cvar.is_text() || value.size() < 3) return;
    value[value.size() - 2] = '\0';
  });
}

MPITCHECK_FAULT(cvar_write_double_rounded, "A double is written as a float",
                clause::cvar_write_takes_effect) {
  alter_writes(mpi, [](const OpenCvar& cvar, Bytes& value, const Bytes&) {
    if (cvar.datatype != MPI_DOUBLE) return;
    for (std::size_t at = 0; at < value.size(); at += sizeof(double)) {
      double number = 0;
      std::memcpy(&number, value.data() + at, sizeof number);
      number = static_cast<double>(static_cast<float>(number));
      std::memcpy(value.data() + at, &number, sizeof number);
    }
  });
}

MPITCHECK_FAULT(cvar_write_upper_half_lost, "Of 64-bit integers only 32 bits are written",
                clause::cvar_write_takes_effect) {
  alter_writes(mpi, [](const OpenCvar& cvar, Bytes& value, const Bytes&) {
    if (cvar.element() != 8 || cvar.datatype == MPI_DOUBLE) return;
    for (std::size_t at = 0; at < value.size(); at += 8) std::memset(value.data() + at + 4, 0, 4);
  });
}

MPITCHECK_FAULT(cvar_write_later_ones_lost, "Only the first write through a handle has an effect",
                clause::cvar_write_takes_effect) {
  static std::map<MPI_T_cvar_handle, int> writes;
  alter_writes(mpi, [](const OpenCvar&, Bytes&, const Bytes&) {});
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = alloc_cvar(index, object, handle, count);
    if (code == MPI_SUCCESS) writes[*handle] = 0;
    return code;
  };
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const Bytes before = value_of(handle);
    const int code = real.MPI_T_cvar_write(handle, buffer);
    if (code == MPI_SUCCESS && ++writes[handle] > 1 && !before.empty()) {
      real.MPI_T_cvar_write(handle, before.data());
    }
    return code;
  };
}

MPITCHECK_FAULT(cvar_write_local_forgotten, "A LOCAL cvar has the written value for one read",
                clause::cvar_write_takes_effect) {
  static std::map<MPI_T_cvar_handle, Bytes> once;
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    once.erase(*handle);
    return free_cvar(handle);
  };
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const Bytes before = value_of(handle);
    const int code = real.MPI_T_cvar_write(handle, buffer);
    if (code != MPI_SUCCESS || before.empty() || cvar->scope != MPI_T_SCOPE_LOCAL) return code;
    once[handle] = bytes_of(*cvar, buffer);
    return real.MPI_T_cvar_write(handle, before.data());
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const auto found = once.find(handle);
    if (found == once.end()) return real.MPI_T_cvar_read(handle, buffer);
    std::memcpy(buffer, found->second.data(), found->second.size());
    once.erase(found);
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(cvar_write_refused_but_done, "A write is refused for now, yet it has its effect",
                clause::cvar_write_not_now) {
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const int code = real.MPI_T_cvar_write(handle, buffer);
    return code == MPI_SUCCESS ? MPI_T_ERR_CVAR_SET_NOT_NOW : code;
  };
}

// Refuses each write that the MPI would accept to a cvar that `fits` with `code`.
template <int code, class Fits>
void refuse_writes(Interface& mpi, Fits) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    return cvar != nullptr && Fits{}(*cvar) ? code : real.MPI_T_cvar_write(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_write_refused_as_invalid,
                "A write that is refused gets the invalid-handle code",
                clause::cvar_write_not_now) {
  refuse_writes<MPI_T_ERR_INVALID_HANDLE>(
      mpi, [](const OpenCvar& cvar) { return cvar.scope == MPI_T_SCOPE_LOCAL; });
}

MPITCHECK_FAULT(cvar_write_all_eq_as_invalid, "A write to an ALL_EQ cvar is refused as invalid",
                clause::cvar_write_not_now) {
  refuse_writes<MPI_T_ERR_INVALID>(
      mpi, [](const OpenCvar& cvar) { return cvar.scope == MPI_T_SCOPE_ALL_EQ; });
}

MPITCHECK_FAULT(cvar_write_never_until_init, "A cvar that could never be written can be after all",
                clause::cvar_write_never_is_final) {
  refuse_writes<MPI_T_ERR_CVAR_SET_NEVER>(mpi, [](const OpenCvar& cvar) {
    return cvar.scope == MPI_T_SCOPE_LOCAL && !mpi_was_initialized();
  });
}

MPITCHECK_FAULT(cvar_write_never_until_finalize,
                "After MPI_Finalize a cvar that could never be written can be",
                clause::cvar_write_never_is_final) {
  refuse_writes<MPI_T_ERR_CVAR_SET_NEVER>(mpi, [](const OpenCvar& cvar) {
    return cvar.scope == MPI_T_SCOPE_LOCAL && !mpi_was_finalized();
  });
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of handles of cvars.
#include "conformance/faults/cvar/cvar_handles.hpp"

#include <cstdlib>
#include <cstring>

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(cvar_handle_null, "A handle of the last cvar is MPI_T_CVAR_HANDLE_NULL",
                clause::cvar_handle_count, clause::cvar_read_any_scope) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = real.MPI_T_cvar_handle_alloc(index, object, handle, count);
    if (code == MPI_SUCCESS && is_last_cvar(index)) *handle = MPI_T_CVAR_HANDLE_NULL;
    return code;
  };
}

MPITCHECK_FAULT(cvar_handle_count_negative, "The count of the last cvar is negative",
                clause::cvar_handle_count, clause::cvar_read_delivers_value,
                clause::datatype_value_layout) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = real.MPI_T_cvar_handle_alloc(index, object, handle, count);
    if (code == MPI_SUCCESS && is_last_cvar(index)) *count = -1;
    return code;
  };
}

MPITCHECK_FAULT(cvar_handle_count_unset, "MPI_T_cvar_handle_alloc leaves out the count",
                clause::cvar_handle_count, clause::cvar_read_delivers_value,
                clause::datatype_value_layout) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int*) {
    int count = 0;
    return real.MPI_T_cvar_handle_alloc(index, object, handle, &count);
  };
}

MPITCHECK_FAULT(cvar_handle_count_grows, "Each second handle has a count that is one higher",
                clause::cvar_handle_count, clause::cvar_read_delivers_value) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    static bool second = false;
    const int code = real.MPI_T_cvar_handle_alloc(index, object, handle, count);
    if (code == MPI_SUCCESS && second) ++*count;
    second = !second;
    return code;
  };
}

MPITCHECK_FAULT(cvar_handle_only_one, "A cvar can have one handle at a time",
                clause::cvar_handle_several, clause::cvar_handle_count) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    for (const auto& [other, cvar] : open_cvars) {
      if (cvar.index == index && cvar.bind == MPI_T_BIND_NO_OBJECT) return MPI_T_ERR_OUT_OF_HANDLES;
    }
    return alloc_cvar(index, object, handle, count);
  };
}

MPITCHECK_FAULT(cvar_handle_shared_free, "Freeing a handle takes all handles of the cvar with it",
                clause::cvar_handle_several) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    const OpenCvar* const freed = cvar_of(*handle);
    const int index = freed == nullptr ? -1 : freed->index;
    std::erase_if(open_cvars, [&](const auto& open) { return open.second.index == index; });
    return real.MPI_T_cvar_handle_free(handle);
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    return cvar_of(handle) == nullptr ? MPI_T_ERR_INVALID_HANDLE
                                      : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_handle_private_value, "What a handle writes is seen by that handle only",
                clause::cvar_handle_several) {
  static std::map<MPI_T_cvar_handle, std::vector<unsigned char>> written;
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    written.erase(*handle);
    return free_cvar(handle);
  };
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    const auto before = value_of(handle);
    const int code = real.MPI_T_cvar_write(handle, buffer);
    if (code != MPI_SUCCESS || before.empty()) return code;
    written[handle] = value_of(handle);
    return real.MPI_T_cvar_write(handle, before.data());
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const auto own = written.find(handle);
    if (own == written.end()) return real.MPI_T_cvar_read(handle, buffer);
    std::memcpy(buffer, own->second.data(), own->second.size());
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(cvar_handle_dies_in_init, "Handles from before MPI_Init are invalid after it",
                clause::cvar_handle_lifetime_vs_mpi) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const bool dead = cvar != nullptr && cvar->from_before_init && mpi_was_initialized();
    return dead ? MPI_T_ERR_INVALID_HANDLE : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_handle_dies_in_finalize, "Handles do not outlive MPI_Finalize",
                clause::cvar_handle_lifetime_vs_mpi) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    const bool dead = cvar != nullptr && cvar->from_before_finalize && mpi_was_finalized();
    return dead ? MPI_T_ERR_INVALID_HANDLE : real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(cvar_handle_kept_by_free, "MPI_T_cvar_handle_free leaves the variable as it was",
                clause::cvar_handle_free_nulls) {
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    MPI_T_cvar_handle copy = *handle;
    return real.MPI_T_cvar_handle_free(&copy);
  };
}

MPITCHECK_FAULT(cvar_handle_kept_after_init,
                "After MPI_Init freeing a handle of the last cvar leaves the variable as it was",
                clause::cvar_handle_free_nulls) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    const OpenCvar* const cvar = cvar_of(*handle);
    if (cvar == nullptr || !is_last_cvar(cvar->index) || !mpi_was_initialized()) {
      return free_cvar(handle);
    }
    MPI_T_cvar_handle copy = *handle;
    return free_cvar(&copy);
  };
}

MPITCHECK_FAULT(cvar_handle_leaks, "Each handle leaves 64 bytes behind when it is freed",
                clause::cvar_handle_free_nulls) {
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    static void* volatile lost;
    lost = std::malloc(64);
    took_effect();
    if (lost != nullptr) std::memset(lost, 1, 64);
    return real.MPI_T_cvar_handle_free(handle);
  };
}

MPITCHECK_FAULT(cvar_handle_null_freed, "Freeing MPI_T_CVAR_HANDLE_NULL succeeds",
                clause::cvar_handle_free_invalid) {
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    return *handle == MPI_T_CVAR_HANDLE_NULL ? MPI_SUCCESS : real.MPI_T_cvar_handle_free(handle);
  };
}

MPITCHECK_FAULT(cvar_handle_bad_index_accepted, "The index behind the last cvar gets a handle",
                clause::cvar_handle_bad_index) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, auto... arguments) {
    return real.MPI_T_cvar_handle_alloc(is_last_cvar(index - 1) ? 0 : index, arguments...);
  };
}

MPITCHECK_FAULT(cvar_handle_bad_index_code,
                "Allocation for a negative index is answered with another code",
                clause::cvar_handle_bad_index) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, auto... arguments) {
    return index < 0 ? MPI_T_ERR_INVALID : real.MPI_T_cvar_handle_alloc(index, arguments...);
  };
}

MPITCHECK_FAULT(cvar_handles_exhausted_code, "Running out of handles is answered as invalid",
                clause::cvar_handle_exhausted) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    if (open_cvars.size() >= 10000) return MPI_T_ERR_INVALID;
    return alloc_cvar(index, object, handle, count);
  };
}

MPITCHECK_FAULT(cvar_handles_exhausted_reused, "The 10000th handle replaces the first",
                clause::cvar_handle_exhausted) {
  static MPI_T_cvar_handle first = MPI_T_CVAR_HANDLE_NULL;
  static int allocations = 0;
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = real.MPI_T_cvar_handle_alloc(index, object, handle, count);
    if (code == MPI_SUCCESS && ++allocations == 1) first = *handle;
    return code;
  };
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    --allocations;
    return real.MPI_T_cvar_handle_free(handle);
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    if (allocations >= 10000 && handle == first) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_cvar_read(handle, buffer);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

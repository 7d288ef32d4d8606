// SPDX-License-Identifier: BSD-3-Clause
// Faults of MPI_T_pvar_read.
#include <cstring>

#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

std::size_t bytes_of(const Use& use) {
  const MPI_Datatype type = use.facts.datatype;
  if (type == MPI_CHAR) return static_cast<std::size_t>(use.count);
  const bool narrow =
      type == MPI_INT || type == MPI_UNSIGNED || type == MPI_INT32_T || type == MPI_UINT32_T;
  return static_cast<std::size_t>(use.count) * (narrow ? 4 : 8);
}

// Answers reads of pvars that are `meant` with `code`, and leaves the buffer alone.
template <class Meant>
void refuse_read(Interface& mpi, Meant) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const Use* const use = use_of(handle);
    const int code = use == nullptr ? MPI_SUCCESS : Meant{}(*use);
    return code == MPI_SUCCESS ? tracked::read(session, handle, value) : code;
  };
}

MPITCHECK_FAULT(pvar_read_writes_nothing, "MPI_T_pvar_read succeeds, but leaves the buffer alone",
                clause::pvar_read_delivers_value, clause::pvar_handle_count) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    return is_single(handle) ? MPI_SUCCESS : real.MPI_T_pvar_read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_read_byte_too_many, "MPI_T_pvar_read writes one byte behind the value",
                clause::pvar_read_delivers_value, clause::pvar_handle_count,
                clause::datatype_value_layout) {
  spoil_read(mpi, [](const Use& use, void* value) {
    static_cast<unsigned char*>(value)[bytes_of(use)] = 0;
  });
}

MPITCHECK_FAULT(pvar_read_element_too_many,
                "MPI_T_pvar_read writes one element too many of pvars with several",
                clause::pvar_read_delivers_value, clause::pvar_handle_count) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.count > 1) std::memset(static_cast<char*>(value) + bytes_of(use), 0, 4);
  });
}

MPITCHECK_FAULT(pvar_read_element_too_few, "MPI_T_pvar_read does not write the last of elements",
                clause::pvar_handle_count, clause::pvar_read_delivers_value) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const Use* const use = use_of(handle);
    if (use == nullptr || use->count < 2) return real.MPI_T_pvar_read(session, handle, value);
    const std::size_t size = bytes_of(*use);
    const std::size_t element = size / static_cast<std::size_t>(use->count);
    char* const last = static_cast<char*>(value) + size - element;
    std::vector<char> kept(last, last + element);
    const int code = real.MPI_T_pvar_read(session, handle, value);
    std::memcpy(last, kept.data(), element);
    return code;
  };
}

MPITCHECK_FAULT(pvar_read_writes_half, "MPI_T_pvar_read writes but half of wide elements",
                clause::pvar_read_delivers_value, clause::pvar_handle_count) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const Use* const use = use_of(handle);
    const bool wide = use != nullptr && use->count == 1 && bytes_of(*use) == 8;
    char* const upper = static_cast<char*>(value) + 4;
    char kept[4];
    if (wide) std::memcpy(kept, upper, sizeof kept);
    const int code = real.MPI_T_pvar_read(session, handle, value);
    if (wide) std::memcpy(upper, kept, sizeof kept);
    return code;
  };
}

MPITCHECK_FAULT(pvar_read_refused_when_running, "MPI_T_pvar_read refuses pvars that are running",
                clause::pvar_read_delivers_value) {
  refuse_read(mpi, [](const Use& use) {
    return use.running && use.facts.var_class == MPI_T_PVAR_CLASS_GENERIC ? MPI_T_ERR_INVALID
                                                                          : MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(pvar_read_refused_if_readonly, "MPI_T_pvar_read refuses read-only pvars",
                clause::pvar_read_readonly_ok, clause::pvar_read_delivers_value) {
  refuse_read(mpi, [](const Use& use) {
    return use.facts.readonly == 1 ? MPI_T_ERR_PVAR_NO_WRITE : MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(pvar_read_refused_when_stopped, "MPI_T_pvar_read refuses a pvar once stopped",
                clause::pvar_read_stopped) {
  refuse_read(mpi, [](const Use& use) {
    return use.starts > 0 && !use.running ? MPI_T_ERR_INVALID : MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(pvar_read_stopped_gives_zero, "A stopped sum reads 0", clause::pvar_read_stopped,
                clause::pvar_start_begins_updates) {
  spoil_read(mpi, [](Use& use, void* value) {
    if (use.facts.is_sum() && !use.running) add(use, value, negative(value_of(use)));
  });
}

MPITCHECK_FAULT(pvar_read_resets, "MPI_T_pvar_read resets a stopped pvar",
                clause::pvar_read_no_side_effect) {
  spoil_read(mpi, [](const Use& use, void*) {
    if (!use.running) real.MPI_T_pvar_reset(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_read_stops, "MPI_T_pvar_read stops a pvar", clause::pvar_read_no_side_effect) {
  spoil_read(mpi, [](const Use& use, void*) {
    if (use.running) real.MPI_T_pvar_stop(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_read_starts, "MPI_T_pvar_read starts a stopped pvar",
                clause::pvar_read_no_side_effect, clause::pvar_stop_freezes) {
  spoil_read(mpi, [](const Use& use, void*) {
    if (!use.running) real.MPI_T_pvar_start(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_read_counts_itself, "Each read of a stopped counter adds one to it",
                clause::pvar_read_no_side_effect, clause::pvar_stop_freezes) {
  spoil_read(mpi, [](Use& use, void*) {
    if (use.facts.var_class != MPI_T_PVAR_CLASS_COUNTER || use.running) return;
    use.added.resize(static_cast<std::size_t>(use.count));
    use.added.back() += 1;
  });
}

MPITCHECK_FAULT(pvar_read_takes_all_handles, "MPI_T_pvar_read succeeds with ALL_HANDLES",
                clause::pvar_access_all_handles_forbidden) {
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (handle == MPI_T_PVAR_ALL_HANDLES) return MPI_SUCCESS;
    return real.MPI_T_pvar_read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_read_takes_null_handle, "MPI_T_pvar_read succeeds with the null handle",
                clause::pvar_access_bad_arguments) {
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (handle == MPI_T_PVAR_HANDLE_NULL) return MPI_SUCCESS;
    return real.MPI_T_pvar_read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_start_null_handle_no_startstop,
                "MPI_T_pvar_start answers the null handle with MPI_T_ERR_PVAR_NO_STARTSTOP",
                clause::pvar_access_bad_arguments) {
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    if (handle == MPI_T_PVAR_HANDLE_NULL) return MPI_T_ERR_PVAR_NO_STARTSTOP;
    return real.MPI_T_pvar_start(session, handle);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of the pairs of MPI_T_ and PMPI_T_ functions, seen from the MPI_T_ side, and of
// MPI_Pcontrol.
#include <csignal>
#include <cstdio>
#include <set>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

constexpr Clause equivalent = clause::profiling_pmpi_twin_equivalent;

// --- Twins

MPITCHECK_FAULT(profiling_inits_counted_apart,
                "Initializations through the twin do not keep the MPI_T_ names up", equivalent) {
  static int depth = 0;
  alter_code<&Interface::MPI_T_init_thread>(mpi, [](int code) {
    depth += code == MPI_SUCCESS;
    return code;
  });
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    depth -= code == MPI_SUCCESS;
    return code;
  });
  alter_code<&Interface::MPI_T_cvar_get_num>(
      mpi, [](int code) { return depth == 0 ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

MPITCHECK_FAULT(profiling_twin_finalize_refused,
                "MPI_T_finalize does not undo an initialization through the twin", equivalent) {
  static int depth = 0;
  alter_code<&Interface::MPI_T_init_thread>(mpi, [](int code) {
    depth += code == MPI_SUCCESS;
    return code;
  });
  mpi.MPI_T_finalize = [] {
    if (depth == 0) return MPI_T_ERR_NOT_INITIALIZED;
    --depth;
    return real.MPI_T_finalize();
  };
}

MPITCHECK_FAULT(profiling_twin_knows_one_pvar_more,
                "MPI_T_pvar_get_num leaves out the last pvar that its twin tells of", equivalent,
                clause::category_members_usable) {
  mpi.MPI_T_pvar_get_num = [](int* num) {
    const int code = real.MPI_T_pvar_get_num(num);
    if (code == MPI_SUCCESS && *num > 0) --*num;
    return code;
  };
}

MPITCHECK_FAULT(profiling_twin_look_up_differs,
                "MPI_T_cvar_get_index finds the last cvar one index before its twin does",
                equivalent, clause::cvar_get_index_roundtrip) {
  mpi.MPI_T_cvar_get_index = [](const char* name, int* index) {
    int num = 0;
    real.MPI_T_cvar_get_num(&num);
    const int code = real.MPI_T_cvar_get_index(name, index);
    if (code == MPI_SUCCESS && *index == num - 1) --*index;
    return code;
  };
}

MPITCHECK_FAULT(profiling_cvar_handles_apart,
                "The twins do not know cvar handles that MPI_T_cvar_handle_alloc gave",
                equivalent) {
  struct Box {
    MPI_T_cvar_handle handle;
  };
  static const auto unbox = [](MPI_T_cvar_handle boxed) {
    return boxed == MPI_T_CVAR_HANDLE_NULL ? boxed : reinterpret_cast<Box*>(boxed)->handle;
  };
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    Box box{};
    const int code = real.MPI_T_cvar_handle_alloc(index, object, &box.handle, count);
    if (code == MPI_SUCCESS) *handle = reinterpret_cast<MPI_T_cvar_handle>(new Box(box));
    return code;
  };
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    MPI_T_cvar_handle inner = unbox(*handle);
    const int code = real.MPI_T_cvar_handle_free(&inner);
    if (code != MPI_SUCCESS) return code;
    delete reinterpret_cast<Box*>(*handle);
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return code;
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    return real.MPI_T_cvar_read(unbox(handle), buffer);
  };
  mpi.MPI_T_cvar_write = [](MPI_T_cvar_handle handle, const void* buffer) {
    return real.MPI_T_cvar_write(unbox(handle), buffer);
  };
}

MPITCHECK_FAULT(profiling_pvar_handles_apart,
                "MPI_T_pvar_read does not know pvar handles that a twin gave", equivalent) {
  static std::set<MPI_T_pvar_handle> known;
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS) known.insert(*handle);
    return code;
  };
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    known.erase(*handle);
    return real.MPI_T_pvar_handle_free(session, handle);
  };
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buffer) {
    if (!known.contains(handle)) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_pvar_read(session, handle, buffer);
  };
}

// --- MPI_Pcontrol

MPITCHECK_FAULT(profiling_pcontrol_refuses_own_levels,
                "MPI_Pcontrol answers MPI_ERR_ARG to levels above 2",
                clause::profiling_pcontrol_noop, clause::profiling_pcontrol_present) {
  mpi.MPI_Pcontrol = [](int level) { return level > 2 ? MPI_ERR_ARG : MPI_SUCCESS; };
}

MPITCHECK_FAULT(profiling_pcontrol_crashes, "MPI_Pcontrol crashes with a negative level",
                clause::profiling_pcontrol_noop, clause::profiling_pcontrol_present) {
  mpi.MPI_Pcontrol = [](int level) {
    if (level < 0) std::raise(SIGSEGV);
    return MPI_SUCCESS;
  };
}

int level_in_force = 1;

void keep_level(Interface& mpi) {
  mpi.MPI_Pcontrol = [](int level) {
    level_in_force = level;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(profiling_pcontrol_stops_messages, "After MPI_Pcontrol(0) MPI_Isend fails",
                clause::profiling_pcontrol_noop) {
  keep_level(mpi);
  alter_code<&Interface::MPI_Isend>(
      mpi, [](int code) { return level_in_force == 0 ? MPI_ERR_OTHER : code; });
}

MPITCHECK_FAULT(profiling_pcontrol_hides_cvars, "After MPI_Pcontrol(2) there is one cvar less",
                clause::profiling_pcontrol_noop) {
  keep_level(mpi);
  mpi.MPI_T_cvar_get_num = [](int* num) {
    const int code = real.MPI_T_cvar_get_num(num);
    if (code == MPI_SUCCESS && level_in_force == 2) --*num;
    return code;
  };
}

MPITCHECK_FAULT(profiling_pcontrol_stops_reads, "After MPI_Pcontrol(0) MPI_T_cvar_read refuses",
                clause::profiling_pcontrol_noop) {
  keep_level(mpi);
  alter_code<&Interface::MPI_T_cvar_read>(
      mpi, [](int code) { return level_in_force == 0 ? MPI_T_ERR_INVALID_HANDLE : code; });
}

MPITCHECK_FAULT(profiling_pcontrol_prints, "MPI_Pcontrol prints the level",
                clause::profiling_pcontrol_noop) {
  mpi.MPI_Pcontrol = [](int level) {
    std::printf("profiling level %d\n", level);
    std::fflush(stdout);
    return MPI_SUCCESS;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

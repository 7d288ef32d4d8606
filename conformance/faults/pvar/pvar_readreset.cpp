// SPDX-License-Identifier: BSD-3-Clause
// Faults of MPI_T_pvar_readreset.
#include <chrono>
#include <thread>

#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

bool is_possible(MPI_T_pvar_session session, const Use* use) {
  return use != nullptr && use->session == session && use->facts.atomic == 1 &&
         use->facts.readonly == 0;
}

// Answers readreset of pvars that are not atomic with `code`.
template <int code>
void answer_not_atomic(Interface& mpi) {
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int given = real.MPI_T_pvar_readreset(session, handle, value);
    return given == MPI_T_ERR_PVAR_NO_ATOMIC ? code : given;
  };
}

MPITCHECK_FAULT(pvar_readreset_gives_start, "MPI_T_pvar_readreset resets before it reads",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (!is_possible(session, use_of(handle))) {
      return tracked::readreset(session, handle, value);
    }
    tracked::reset(session, handle);
    return tracked::read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_readreset_only_reads, "MPI_T_pvar_readreset reads, but does not reset",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (!is_possible(session, use_of(handle))) {
      return tracked::readreset(session, handle, value);
    }
    return tracked::read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_readreset_only_resets, "MPI_T_pvar_readreset resets, but writes no value",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (!is_possible(session, use_of(handle))) {
      return tracked::readreset(session, handle, value);
    }
    return tracked::reset(session, handle);
  };
}

MPITCHECK_FAULT(pvar_readreset_once, "MPI_T_pvar_readreset resets a handle only the first time",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    Use* const use = use_of(handle);
    if (!is_possible(session, use) || use->before.empty()) {
      if (use != nullptr) use->before = {1};
      return tracked::readreset(session, handle, value);
    }
    return tracked::read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_readreset_not_atomic,
                "MPI_T_pvar_readreset reads, and resets a while later: what comes between is lost",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (!is_possible(session, use_of(handle))) {
      return tracked::readreset(session, handle, value);
    }
    const int code = tracked::read(session, handle, value);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return code == MPI_SUCCESS ? tracked::reset(session, handle) : code;
  };
}

MPITCHECK_FAULT(pvar_readreset_stops, "MPI_T_pvar_readreset stops a running pvar",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int code = tracked::readreset(session, handle, value);
    const Use* const use = use_of(handle);
    if (code == MPI_SUCCESS && use != nullptr && use->running) {
      real.MPI_T_pvar_stop(session, handle);
    }
    return code;
  };
}

MPITCHECK_FAULT(pvar_readreset_not_atomic_succeeds,
                "MPI_T_pvar_readreset succeeds on pvars that are not atomic",
                clause::pvar_readreset_not_atomic_code) {
  answer_not_atomic<MPI_SUCCESS>(mpi);
}

MPITCHECK_FAULT(pvar_readreset_not_atomic_invalid,
                "MPI_T_pvar_readreset of a pvar that is not atomic answers MPI_T_ERR_INVALID",
                clause::pvar_readreset_not_atomic_code) {
  answer_not_atomic<MPI_T_ERR_INVALID>(mpi);
}

MPITCHECK_FAULT(pvar_readreset_not_atomic_no_write,
                "MPI_T_pvar_readreset of a pvar that can be reset, but not at once, answers "
                "MPI_T_ERR_PVAR_NO_WRITE",
                clause::pvar_readreset_not_atomic_code) {
  answer_not_atomic<MPI_T_ERR_PVAR_NO_WRITE>(mpi);
}

MPITCHECK_FAULT(pvar_readreset_refused_but_reset, "A refused MPI_T_pvar_readreset resets a sum",
                clause::pvar_readreset_not_atomic_code) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int code = tracked::readreset(session, handle, value);
    if (code == MPI_T_ERR_PVAR_NO_ATOMIC) real.MPI_T_pvar_reset(session, handle);
    return code;
  };
}

MPITCHECK_FAULT(pvar_readreset_takes_all_handles, "MPI_T_pvar_readreset succeeds with ALL_HANDLES",
                clause::pvar_access_all_handles_forbidden) {
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (handle == MPI_T_PVAR_ALL_HANDLES) return MPI_SUCCESS;
    return real.MPI_T_pvar_readreset(session, handle, value);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

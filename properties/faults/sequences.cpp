// SPDX-License-Identifier: BSD-3-Clause
// Faults that show only after the right sequence of calls on pvar handles: several open, or things
// done before.

#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

constexpr auto start = &Interface::MPI_T_pvar_start;
constexpr auto stop = &Interface::MPI_T_pvar_stop;
constexpr auto reset = &Interface::MPI_T_pvar_reset;

bool stoppable(const Use& use) { return use.facts.continuous == 0; }

/// The `nth` handle of the session, from 0; null if there are fewer.
Use* nth_in(MPI_T_pvar_session session, int nth) {
  for (Use& use : uses()) {
    if (use.session == session && nth-- == 0) return &use;
  }
  return nullptr;
}

MPITCHECK_FAULT(sequence_start_leaks_after_20,
                "From the 20th start on, a start also starts a handle of another session",
                clause::pvar_session_isolation_start_stop) {
  spoil_after<start>(mpi, [](const Use& use) {
    static int starts = 0;
    if (++starts < 20) return;
    for (const Use& other : uses()) {
      if (other.session == use.session || other.running || !stoppable(other)) continue;
      real.MPI_T_pvar_start(other.session, other.handle);
      return;
    }
  });
}

MPITCHECK_FAULT(sequence_stop_leaks_after_10,
                "From the 10th stop on, a stop also stops a handle of another session",
                clause::pvar_session_isolation_start_stop) {
  spoil_after<stop>(mpi, [](const Use& use) {
    static int stops = 0;
    if (++stops < 10) return;
    for (const Use& other : uses()) {
      if (other.session == use.session || !other.running) continue;
      real.MPI_T_pvar_stop(other.session, other.handle);
      return;
    }
  });
}

MPITCHECK_FAULT(sequence_reset_leaks_if_both_run,
                "A reset also resets another session's handle of the pvar if both are running",
                clause::pvar_session_isolation_reset) {
  spoil_after<reset>(mpi, [](const Use& use) {
    for (const Use& other : uses()) {
      if (other.session != use.session && other.index == use.index && use.running &&
          other.running) {
        real.MPI_T_pvar_reset(other.session, other.handle);
      }
    }
  });
}

MPITCHECK_FAULT(sequence_start_all_misses_fourth,
                "Starting ALL_HANDLES misses the fourth handle of a session",
                clause::pvar_start_all_handles) {
  track(mpi);
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const fourth = nth_in(session, 3);
    const bool missed = handle == MPI_T_PVAR_ALL_HANDLES && fourth != nullptr &&
                        stoppable(*fourth) && !fourth->running;
    const int code = tracked::start(session, handle);
    if (code == MPI_SUCCESS && missed) real.MPI_T_pvar_stop(session, fourth->handle);
    return code;
  };
}

MPITCHECK_FAULT(sequence_reset_all_misses_third,
                "Resetting ALL_HANDLES misses the third handle of a session",
                clause::pvar_reset_all_handles) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    Use* const third = nth_in(session, 2);
    const bool missed = handle == MPI_T_PVAR_ALL_HANDLES && third != nullptr &&
                        third->facts.is_sum() && third->facts.readonly == 0;
    const PvarValue kept = missed ? value_of(*third) : PvarValue{};
    const int code = tracked::reset(session, handle);
    if (code == MPI_SUCCESS && missed) third->added = kept;
    return code;
  };
}

MPITCHECK_FAULT(sequence_third_start_forgets, "The third start of a handle sets a sum to 0",
                clause::pvar_restart_continues) {
  spoil_after<start>(mpi, [](Use& use) {
    if (use.starts == 3 && use.facts.is_sum()) use.added = negative(value_of(use));
  });
}

MPITCHECK_FAULT(sequence_second_stop_ignored, "The second stop of a handle has no effect",
                clause::pvar_stop_freezes) {
  spoil_after<stop>(mpi, [](const Use& use) {
    if (use.starts == 2) real.MPI_T_pvar_start(use.session, use.handle);
  });
}

MPITCHECK_FAULT(sequence_free_stops_next, "Freeing a handle stops the next one of its session",
                clause::pvar_handle_several) {
  track(mpi);
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    MPI_T_pvar_handle next = MPI_T_PVAR_HANDLE_NULL;
    bool found = false;
    for (const Use& use : uses()) {
      if (found && use.session == session && stoppable(use)) {
        next = use.handle;
        break;
      }
      found = found || use.handle == *handle;
    }
    const int code = tracked::handle_free(session, handle);
    if (code == MPI_SUCCESS && next != MPI_T_PVAR_HANDLE_NULL) real.MPI_T_pvar_stop(session, next);
    return code;
  };
}

MPITCHECK_FAULT(sequence_session_free_stops_others,
                "Freeing a session that had handles stops those of the others",
                clause::pvar_session_isolation_start_stop) {
  track(mpi);
  static bool had_handles = false;
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    had_handles = true;
    return tracked::handle_alloc(session, index, object, handle, count);
  };
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    const MPI_T_pvar_session freed = *session;
    const int code = tracked::session_free(session);
    for (const Use& use : uses()) {
      if (code == MPI_SUCCESS && had_handles && use.session != freed && stoppable(use)) {
        real.MPI_T_pvar_stop(use.session, use.handle);
      }
    }
    return code;
  };
}

MPITCHECK_FAULT(sequence_stop_ignored_after_reset_all,
                "The first stop after a reset of ALL_HANDLES has no effect",
                clause::pvar_stop_freezes) {
  track(mpi);
  static bool ignores = false;
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    ignores = ignores || handle == MPI_T_PVAR_ALL_HANDLES;
    return tracked::reset(session, handle);
  };
  mpi.MPI_T_pvar_stop = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    if (!ignores || use == nullptr || !use->running) return tracked::stop(session, handle);
    ignores = false;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(sequence_write_lost_beside_another,
                "A write is lost if the session has another handle of the pvar",
                clause::pvar_write_sets_value) {
  track(mpi);
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    const Use* const written = use_of(handle);
    for (const Use& use : uses()) {
      if (written != nullptr && written->facts.readonly == 0 && use.session == session &&
          use.index == written->index && use.handle != handle) {
        return MPI_SUCCESS;
      }
    }
    return real.MPI_T_pvar_write(session, handle, value);
  };
}

MPITCHECK_FAULT(sequence_second_readreset_reads_only,
                "Each second MPI_T_pvar_readreset of a sum does not reset",
                clause::pvar_readreset_combines) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    Use* const use = use_of(handle);
    static int made = 0;
    const bool keeps = use != nullptr && use->facts.is_sum() && ++made % 2 == 0;
    const PvarValue kept = keeps ? value_of(*use) : PvarValue{};
    const int code = tracked::readreset(session, handle, value);
    if (code == MPI_SUCCESS && keeps) use->added = kept;
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

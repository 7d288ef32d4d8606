// SPDX-License-Identifier: BSD-3-Clause
// Faults of start, stop and reset with MPI_T_PVAR_ALL_HANDLES.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

using Act = int (*)(MPI_T_pvar_session, MPI_T_pvar_handle);

constexpr auto start = &Interface::MPI_T_pvar_start;
constexpr auto stop = &Interface::MPI_T_pvar_stop;
constexpr auto reset = &Interface::MPI_T_pvar_reset;

// `spoil(session, tracked)` does what a call of `member` with ALL_HANDLES should do.
template <auto member, class Spoil>
void spoil_all(Interface& mpi, Spoil) {
  track(mpi);
  static const Act next = mpi.*member;
  mpi.*member = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return handle == MPI_T_PVAR_ALL_HANDLES ? Spoil{}(session, next) : next(session, handle);
  };
}

// `spoil(session)` does its part after a call of `member` with ALL_HANDLES has succeeded.
template <auto member, class Spoil>
void spoil_after_all(Interface& mpi, Spoil) {
  spoil_all<member>(mpi, [](MPI_T_pvar_session session, Act act) {
    const int code = act(session, MPI_T_PVAR_ALL_HANDLES);
    if (code == MPI_SUCCESS) Spoil{}(session);
    return code;
  });
}

// A call of `member` with ALL_HANDLES answers `code` if the session has a handle that is `meant`.
template <auto member, int code, class Meant>
void refuse_all(Interface& mpi, Meant) {
  spoil_all<member>(mpi, [](MPI_T_pvar_session session, Act act) {
    for (const Use& use : uses()) {
      if (use.session == session && Meant{}(use)) return code;
    }
    return act(session, MPI_T_PVAR_ALL_HANDLES);
  });
}

// A call of `member` with ALL_HANDLES answers `code` if the session has no handle.
template <auto member, int code>
void refuse_empty(Interface& mpi) {
  spoil_all<member>(mpi, [](MPI_T_pvar_session session, Act act) {
    return last_use_in(session) == nullptr ? code : act(session, MPI_T_PVAR_ALL_HANDLES);
  });
}

MPITCHECK_FAULT(pvar_start_all_misses_last, "Starting ALL_HANDLES misses the last handle",
                clause::pvar_start_all_handles) {
  spoil_after_all<start>(mpi, [](MPI_T_pvar_session session) {
    const Use* const last = last_use_in(session);
    if (last != nullptr) real.MPI_T_pvar_stop(session, last->handle);
  });
}

MPITCHECK_FAULT(pvar_start_all_starts_other_sessions,
                "Starting ALL_HANDLES also starts those of other sessions",
                clause::pvar_start_all_handles, clause::pvar_session_isolation_start_stop) {
  spoil_after_all<start>(mpi, [](MPI_T_pvar_session) {
    for (const Use& use : uses()) real.MPI_T_pvar_start(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_start_all_resets, "Starting ALL_HANDLES resets what is running already",
                clause::pvar_start_all_ignores, clause::pvar_restart_continues) {
  spoil_all<start>(mpi, [](MPI_T_pvar_session session, Act act) {
    for (const Use& use : uses()) {
      if (use.session == session && use.running) real.MPI_T_pvar_reset(session, use.handle);
    }
    return act(session, MPI_T_PVAR_ALL_HANDLES);
  });
}

MPITCHECK_FAULT(pvar_stop_all_misses_last, "Stopping ALL_HANDLES misses the last handle",
                clause::pvar_start_all_handles) {
  spoil_after_all<stop>(mpi, [](MPI_T_pvar_session session) {
    const Use* const last = last_use_in(session);
    if (last != nullptr) real.MPI_T_pvar_start(session, last->handle);
  });
}

MPITCHECK_FAULT(pvar_stop_all_misses_first, "Stopping ALL_HANDLES misses the first handle",
                clause::pvar_start_all_handles) {
  spoil_after_all<stop>(mpi, [](MPI_T_pvar_session session) {
    for (const Use& use : uses()) {
      if (use.session != session) continue;
      real.MPI_T_pvar_start(session, use.handle);
      return;
    }
  });
}

MPITCHECK_FAULT(pvar_stop_all_stops_other_sessions,
                "Stopping ALL_HANDLES also stops those of other sessions",
                clause::pvar_start_all_handles, clause::pvar_session_isolation_start_stop) {
  spoil_after_all<stop>(mpi, [](MPI_T_pvar_session) {
    for (const Use& use : uses()) real.MPI_T_pvar_stop(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_start_all_refused_if_started,
                "Starting ALL_HANDLES is refused if one is running already",
                clause::pvar_start_all_ignores, clause::pvar_start_all_handles) {
  refuse_all<start, MPI_T_ERR_PVAR_NO_STARTSTOP>(mpi, [](const Use& use) { return use.running; });
}

MPITCHECK_FAULT(pvar_stop_all_refused_if_stopped,
                "Stopping ALL_HANDLES is refused if one is stopped already",
                clause::pvar_start_all_ignores) {
  refuse_all<stop, MPI_T_ERR_PVAR_NO_STARTSTOP>(
      mpi, [](const Use& use) { return use.facts.continuous == 0 && !use.running; });
}

MPITCHECK_FAULT(pvar_start_all_refused_if_continuous,
                "Starting ALL_HANDLES is refused if one is continuous",
                clause::pvar_start_all_ignores, clause::pvar_start_all_empty_ok) {
  refuse_all<start, MPI_T_ERR_PVAR_NO_STARTSTOP>(
      mpi, [](const Use& use) { return use.facts.continuous == 1; });
}

MPITCHECK_FAULT(pvar_start_all_invalid_handle,
                "Starting ALL_HANDLES of many answers MPI_T_ERR_INVALID_HANDLE",
                clause::pvar_start_all_failure_code, clause::pvar_start_all_ignores) {
  refuse_all<start, MPI_T_ERR_INVALID_HANDLE>(mpi, [](const Use&) { return uses().size() > 10; });
}

MPITCHECK_FAULT(pvar_stop_all_no_write, "Stopping ALL_HANDLES of many answers NO_WRITE",
                clause::pvar_start_all_failure_code, clause::pvar_start_all_ignores) {
  refuse_all<stop, MPI_T_ERR_PVAR_NO_WRITE>(mpi, [](const Use&) { return uses().size() > 10; });
}

MPITCHECK_FAULT(pvar_start_all_empty_refused, "Starting ALL_HANDLES of an empty session is refused",
                clause::pvar_start_all_empty_ok) {
  refuse_empty<start, MPI_T_ERR_PVAR_NO_STARTSTOP>(mpi);
}

MPITCHECK_FAULT(pvar_stop_all_empty_refused, "Stopping ALL_HANDLES of an empty session is refused",
                clause::pvar_start_all_empty_ok) {
  refuse_empty<stop, MPI_T_ERR_INVALID_HANDLE>(mpi);
}

MPITCHECK_FAULT(pvar_stop_all_continuous_only_refused,
                "Stopping ALL_HANDLES is refused if all of them are continuous",
                clause::pvar_start_all_empty_ok) {
  spoil_all<stop>(mpi, [](MPI_T_pvar_session session, Act act) {
    bool stoppable = last_use_in(session) == nullptr;
    for (const Use& use : uses()) {
      stoppable = stoppable || (use.session == session && use.facts.continuous == 0);
    }
    return stoppable ? act(session, MPI_T_PVAR_ALL_HANDLES) : MPI_T_ERR_PVAR_NO_STARTSTOP;
  });
}

MPITCHECK_FAULT(pvar_reset_all_misses_last, "Resetting ALL_HANDLES misses the last handle",
                clause::pvar_reset_all_handles) {
  spoil_all<reset>(mpi, [](MPI_T_pvar_session session, Act act) {
    Use* const last = last_use_in(session);
    PvarValue kept;
    if (last != nullptr && last->facts.is_sum()) kept = value_of(*last);
    const int code = act(session, MPI_T_PVAR_ALL_HANDLES);
    if (code == MPI_SUCCESS && !kept.empty() && last->facts.readonly == 0) last->added = kept;
    return code;
  });
}

MPITCHECK_FAULT(pvar_reset_all_ignored, "Resetting ALL_HANDLES succeeds without effect",
                clause::pvar_reset_all_handles) {
  spoil_all<reset>(mpi, [](MPI_T_pvar_session, Act) { return MPI_SUCCESS; });
}

MPITCHECK_FAULT(pvar_reset_all_resets_readonly, "Resetting ALL_HANDLES resets read-only pvars too",
                clause::pvar_reset_all_handles) {
  spoil_after_all<reset>(mpi, [](MPI_T_pvar_session session) {
    for (Use& use : uses()) {
      if (use.session == session && use.facts.readonly == 1 && use.facts.is_sum()) {
        use.added = negative(value_of(use));
      }
    }
  });
}

MPITCHECK_FAULT(pvar_reset_all_resets_other_sessions,
                "Resetting ALL_HANDLES also resets those of other sessions",
                clause::pvar_reset_all_handles, clause::pvar_session_isolation_reset) {
  spoil_after_all<reset>(mpi, [](MPI_T_pvar_session) {
    for (const Use& use : uses()) real.MPI_T_pvar_reset(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_reset_all_empty_refused,
                "Resetting ALL_HANDLES of an empty session is refused",
                clause::pvar_reset_all_empty_ok) {
  refuse_empty<reset, MPI_T_ERR_INVALID_HANDLE>(mpi);
}

MPITCHECK_FAULT(pvar_reset_all_readonly_refused,
                "Resetting ALL_HANDLES is refused if one is read-only",
                clause::pvar_reset_all_empty_ok, clause::pvar_reset_all_handles) {
  refuse_all<reset, MPI_T_ERR_PVAR_NO_WRITE>(
      mpi, [](const Use& use) { return use.facts.readonly == 1; });
}

MPITCHECK_FAULT(pvar_reset_all_invalid, "Resetting ALL_HANDLES fails with MPI_T_ERR_INVALID",
                clause::pvar_reset_all_failure_code) {
  refuse_all<reset, MPI_T_ERR_INVALID>(mpi, [](const Use& use) { return use.facts.readonly == 0; });
}

}  // namespace
}  // namespace mpitcheck::faults

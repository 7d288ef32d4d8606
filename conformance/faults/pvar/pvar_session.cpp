// SPDX-License-Identifier: BSD-3-Clause
// Faults of sessions, and of what one session does to another.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// The sessions alive, in the order of their creation.
std::vector<MPI_T_pvar_session>& sessions() {
  static std::vector<MPI_T_pvar_session> all;
  return all;
}

int create_session(MPI_T_pvar_session* session) {
  const int code = real.MPI_T_pvar_session_create(session);
  if (code == MPI_SUCCESS) sessions().push_back(*session);
  return code;
}

int free_session(MPI_T_pvar_session* session) {
  const MPI_T_pvar_session freed = *session;
  const int code = tracked::session_free(session);
  if (code == MPI_SUCCESS) std::erase(sessions(), freed);
  return code;
}

void track_sessions(Interface& mpi) {
  track(mpi);
  mpi.MPI_T_pvar_session_create = create_session;
  mpi.MPI_T_pvar_session_free = free_session;
}

// What `act` does to a handle it also does to handles of the same pvar in other sessions.
template <auto member, class Act>
void spread(Interface& mpi, Act) {
  spoil_after<member>(mpi, [](const Use& origin) {
    for (const Use& use : uses()) {
      if (use.index == origin.index && use.session != origin.session) Act{}(use);
    }
  });
}

MPITCHECK_FAULT(pvar_session_create_null, "MPI_T_pvar_session_create gives the null session",
                clause::pvar_session_create) {
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(pvar_session_create_same, "A second session is the first once more",
                clause::pvar_session_create, clause::pvar_handle_session_mismatch,
                clause::pvar_session_free_ends_use) {
  track_sessions(mpi);
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    if (sessions().empty()) return create_session(session);
    sessions().push_back(*session = sessions().front());
    return MPI_SUCCESS;
  };
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    if (sessions().size() < 2) return free_session(session);
    sessions().pop_back();
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(pvar_session_create_one_only, "There can be but one session at a time",
                clause::pvar_session_create) {
  track_sessions(mpi);
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    return sessions().empty() ? create_session(session) : MPI_T_ERR_OUT_OF_SESSIONS;
  };
}

MPITCHECK_FAULT(pvar_session_create_refused_after_init,
                "MPI_T_pvar_session_create fails once MPI is initialized",
                clause::pvar_session_create, clause::pvar_session_free_nulls) {
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    if (mpi_was_initialized()) return MPI_T_ERR_OUT_OF_SESSIONS;
    return real.MPI_T_pvar_session_create(session);
  };
}

MPITCHECK_FAULT(pvar_session_free_order, "Sessions can only be freed in reverse order",
                clause::pvar_session_create) {
  track_sessions(mpi);
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    const bool last = sessions().empty() || sessions().back() == *session;
    return last ? free_session(session) : MPI_T_ERR_INVALID_SESSION;
  };
}

MPITCHECK_FAULT(pvar_session_free_keeps_variable,
                "MPI_T_pvar_session_free leaves the user's variable alone",
                clause::pvar_session_free_nulls) {
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    MPI_T_pvar_session copy = *session;
    return real.MPI_T_pvar_session_free(&copy);
  };
}

MPITCHECK_FAULT(pvar_session_free_fails, "MPI_T_pvar_session_free frees, but reports a failure",
                clause::pvar_session_free_nulls, clause::pvar_session_create) {
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    const int code = real.MPI_T_pvar_session_free(session);
    return code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code;
  };
}

MPITCHECK_FAULT(pvar_session_free_ends_all, "After one session is freed no other can be used",
                clause::pvar_session_free_ends_use) {
  track(mpi);
  static bool freed = false;
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    freed = false;
    return real.MPI_T_pvar_session_create(session);
  };
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    freed = true;
    return tracked::session_free(session);
  };
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (freed && use_of(handle) != nullptr) return MPI_T_ERR_INVALID_SESSION;
    return tracked::read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_session_free_null_succeeds, "The null session can be freed",
                clause::pvar_session_codes) {
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    if (*session == MPI_T_PVAR_SESSION_NULL) return MPI_SUCCESS;
    return real.MPI_T_pvar_session_free(session);
  };
}

MPITCHECK_FAULT(pvar_session_many_invalid, "The 500th session is refused with MPI_T_ERR_INVALID",
                clause::pvar_session_codes) {
  track_sessions(mpi);
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    return sessions().size() < 499 ? create_session(session) : MPI_T_ERR_INVALID;
  };
}

MPITCHECK_FAULT(pvar_start_in_all_sessions, "Start in one session starts the pvar in all",
                clause::pvar_session_isolation_start_stop) {
  spread<&Interface::MPI_T_pvar_start>(
      mpi, [](const Use& use) { real.MPI_T_pvar_start(use.session, use.handle); });
}

MPITCHECK_FAULT(pvar_stop_in_all_sessions, "Stop in one session stops the pvar in all",
                clause::pvar_session_isolation_start_stop) {
  spread<&Interface::MPI_T_pvar_stop>(
      mpi, [](const Use& use) { real.MPI_T_pvar_stop(use.session, use.handle); });
}

MPITCHECK_FAULT(pvar_stop_in_newer_sessions, "Stop stops the pvar in sessions made later too",
                clause::pvar_session_isolation_start_stop) {
  spoil_after<&Interface::MPI_T_pvar_stop>(mpi, [](const Use& origin) {
    for (const Use& use : uses()) {
      if (use.index == origin.index && use.session != origin.session && &use > &origin) {
        real.MPI_T_pvar_stop(use.session, use.handle);
      }
    }
  });
}

MPITCHECK_FAULT(pvar_reset_in_all_sessions, "Reset in one session resets the pvar in all",
                clause::pvar_session_isolation_reset, clause::pvar_reset_all_handles) {
  spread<&Interface::MPI_T_pvar_reset>(
      mpi, [](const Use& use) { real.MPI_T_pvar_reset(use.session, use.handle); });
}

MPITCHECK_FAULT(pvar_read_resets_other_sessions, "Reading in one session resets the pvar in others",
                clause::pvar_session_isolation_reset) {
  spoil_read(mpi, [](const Use& origin, void*) {
    for (const Use& use : uses()) {
      if (use.index == origin.index && use.session != origin.session) {
        real.MPI_T_pvar_reset(use.session, use.handle);
      }
    }
  });
}

MPITCHECK_FAULT(pvar_readreset_in_all_sessions, "Readreset in one session resets the pvar in all",
                clause::pvar_session_isolation_reset) {
  track(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int code = tracked::readreset(session, handle, value);
    if (code != MPI_SUCCESS) return code;
    for (const Use& use : uses()) {
      if (use.index == use_of(handle)->index) real.MPI_T_pvar_reset(use.session, use.handle);
    }
    return code;
  };
}

MPITCHECK_FAULT(pvar_write_in_all_sessions, "Writing in one session writes the pvar in all",
                clause::pvar_session_isolation_reset) {
  track(mpi);
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    const int code = real.MPI_T_pvar_write(session, handle, value);
    if (code != MPI_SUCCESS || use_of(handle) == nullptr) return code;
    for (const Use& use : uses()) {
      if (use.index == use_of(handle)->index) {
        real.MPI_T_pvar_write(use.session, use.handle, value);
      }
    }
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

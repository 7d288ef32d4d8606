// SPDX-License-Identifier: BSD-3-Clause
// Faults of allocating and freeing handles, and of handles used in another session than their own.
#include <cstdlib>

#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// The session that `handle` belongs to, or `given` if it is none that we know.
MPI_T_pvar_session own_session(MPI_T_pvar_session given, MPI_T_pvar_handle handle) {
  const Use* const use = use_of(handle);
  return use == nullptr || given == MPI_T_PVAR_SESSION_NULL ? given : use->session;
}

// Lets `member` take handles of any session.
template <auto member, class... Rest>
void take_any_session(Interface& mpi,
                      int (*Interface::*)(MPI_T_pvar_session, MPI_T_pvar_handle, Rest...)) {
  track(mpi);
  mpi.*member = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, Rest... rest) {
    return (real.*member)(own_session(session, handle), handle, rest...);
  };
}
template <auto member>
void take_any_session(Interface& mpi) {
  take_any_session<member>(mpi, member);
}

MPITCHECK_FAULT(pvar_alloc_null_handle, "MPI_T_pvar_handle_alloc succeeds with the null handle",
                clause::pvar_handle_alloc) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && PvarFacts(index).atomic == 1) *handle = MPI_T_PVAR_HANDLE_NULL;
    return code;
  };
}

MPITCHECK_FAULT(pvar_alloc_refuses_states, "No handle can be had for pvars of class STATE",
                clause::pvar_handle_alloc) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    if (PvarFacts(index).var_class == MPI_T_PVAR_CLASS_STATE) return MPI_T_ERR_OUT_OF_HANDLES;
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(pvar_alloc_refuses_second, "A pvar yields one handle only",
                clause::pvar_handle_several, clause::binding_exactly_one_object) {
  track(mpi);
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    for (const Use& use : uses()) {
      if (use.index == index) return MPI_T_ERR_INVALID_HANDLE;
    }
    return tracked::handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(pvar_alloc_second_shares_state,
                "Two handles of a pvar in one session are started and stopped together",
                clause::pvar_handle_several) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](const Use& origin) {
    for (const Use& use : uses()) {
      if (use.index == origin.index && use.session == origin.session) {
        real.MPI_T_pvar_start(use.session, use.handle);
      }
    }
  });
}

MPITCHECK_FAULT(pvar_alloc_count_negative, "MPI_T_pvar_handle_alloc gives a negative count",
                clause::pvar_handle_count) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && PvarFacts(index).var_class == MPI_T_PVAR_CLASS_SIZE) *count = -1;
    return code;
  };
}

MPITCHECK_FAULT(pvar_alloc_count_too_large, "The count is one more than the elements read",
                clause::pvar_handle_count) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && PvarFacts(index).datatype == MPI_DOUBLE) ++*count;
    return code;
  };
}

MPITCHECK_FAULT(pvar_alloc_count_one, "The count is 1 where several elements are read",
                clause::pvar_handle_count, clause::pvar_read_delivers_value) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && *count > 1) *count = 1;
    return code;
  };
}

MPITCHECK_FAULT(pvar_alloc_bad_index_code,
                "MPI_T_pvar_handle_alloc answers index N with MPI_T_ERR_INVALID_HANDLE",
                clause::pvar_handle_bad_index) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    if (index == number_of(real.MPI_T_pvar_get_num)) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(pvar_alloc_null_session_code,
                "MPI_T_pvar_handle_alloc answers the null session with MPI_T_ERR_INVALID",
                clause::pvar_handle_bad_session) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    if (session == MPI_T_PVAR_SESSION_NULL) return MPI_T_ERR_INVALID;
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(pvar_free_keeps_variable, "MPI_T_pvar_handle_free leaves the user's variable alone",
                clause::pvar_handle_free_nulls) {
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    MPI_T_pvar_handle copy = *handle;
    return real.MPI_T_pvar_handle_free(session, &copy);
  };
}

MPITCHECK_FAULT(pvar_free_refused_when_running, "A running pvar's handle cannot be freed",
                clause::pvar_handle_free_nulls, clause::pvar_session_free_ends_use) {
  track(mpi);
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    const Use* const use = use_of(*handle);
    if (use != nullptr && use->running) return MPI_T_ERR_INVALID_HANDLE;
    return tracked::handle_free(session, handle);
  };
}

MPITCHECK_FAULT(pvar_free_special_succeeds, "The null handle and ALL_HANDLES can be freed",
                clause::pvar_handle_free_special) {
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    return is_single(*handle) ? real.MPI_T_pvar_handle_free(session, handle) : MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(pvar_start_in_wrong_session, "MPI_T_pvar_start takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  take_any_session<&Interface::MPI_T_pvar_start>(mpi);
}

MPITCHECK_FAULT(pvar_stop_in_wrong_session, "MPI_T_pvar_stop takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  take_any_session<&Interface::MPI_T_pvar_stop>(mpi);
}

MPITCHECK_FAULT(pvar_read_in_wrong_session, "MPI_T_pvar_read takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  take_any_session<&Interface::MPI_T_pvar_read>(mpi);
}

MPITCHECK_FAULT(pvar_write_in_wrong_session, "MPI_T_pvar_write takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  take_any_session<&Interface::MPI_T_pvar_write>(mpi);
}

MPITCHECK_FAULT(pvar_reset_in_wrong_session, "MPI_T_pvar_reset takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  take_any_session<&Interface::MPI_T_pvar_reset>(mpi);
}

MPITCHECK_FAULT(pvar_readreset_in_wrong_session,
                "MPI_T_pvar_readreset takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  take_any_session<&Interface::MPI_T_pvar_readreset>(mpi);
}

MPITCHECK_FAULT(pvar_free_in_wrong_session,
                "MPI_T_pvar_handle_free takes handles of other sessions",
                clause::pvar_handle_session_mismatch) {
  track(mpi);
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    return tracked::handle_free(own_session(session, *handle), handle);
  };
}

MPITCHECK_FAULT(pvar_read_wrong_session_code,
                "MPI_T_pvar_read answers a handle of another session with INVALID_SESSION",
                clause::pvar_handle_session_mismatch) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (own_session(session, handle) != session) return MPI_T_ERR_INVALID_SESSION;
    return tracked::read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_read_crashes_after_finalize, "A read after MPI_Finalize ends the process",
                clause::pvar_handle_lifetime_vs_mpi) {
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    if (mpi_was_finalized()) std::abort();
    return real.MPI_T_pvar_read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_read_no_code_after_init,
                "Handles made before MPI_Init answer reads after it with a number that is no code",
                clause::pvar_handle_lifetime_vs_mpi) {
  track(mpi);
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = tracked::handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && !mpi_was_initialized()) use_of(*handle)->before = {1};
    return code;
  };
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const Use* const use = use_of(handle);
    if (use != nullptr && !use->before.empty() && mpi_was_initialized()) return -1;
    return tracked::read(session, handle, value);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

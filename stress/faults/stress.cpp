// SPDX-License-Identifier: BSD-3-Clause
// Faults that show only to several threads or to signals: what one thread does works.
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "conformance/faults/general/threads.hpp"

namespace mpitcheck::faults {
namespace {

std::atomic<int> inside{0};

MPITCHECK_FAULT(stress_readreset_loses_updates,
                "MPI_T_pvar_readreset reads, then resets: what comes between is lost",
                clause::pvar_readreset_combines) {
  know_handles(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const auto known = KnownHandles::all().find(handle);
    if (!known || !known->can_readreset()) {
      return real.MPI_T_pvar_readreset(session, handle, value);
    }
    const int code = real.MPI_T_pvar_read(session, handle, value);
    Passage::linger(16);
    return code == MPI_SUCCESS ? real.MPI_T_pvar_reset(session, handle) : code;
  };
}

MPITCHECK_FAULT(stress_readreset_counts_twice,
                "A MPI_T_pvar_readreset beside another thread's takes what that one takes too",
                clause::pvar_readreset_combines) {
  know_handles(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const auto known = KnownHandles::all().find(handle);
    const Passage passage(inside);
    Passage::linger(16);
    if (!passage.has_others() || !known || !known->can_readreset()) {
      return real.MPI_T_pvar_readreset(session, handle, value);
    }
    return real.MPI_T_pvar_read(session, handle, value);
  };
}

MPITCHECK_FAULT(stress_read_torn, "MPI_T_pvar_read takes the halves of 8 bytes one after the other",
                clause::pvar_read_delivers_value) {
  know_handles(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int code = real.MPI_T_pvar_read(session, handle, value);
    const auto known = KnownHandles::all().find(handle);
    const bool wide = known && known->count == 1 && !known->facts.continuous &&
                      (known->facts.datatype == MPI_UNSIGNED_LONG ||
                       known->facts.datatype == MPI_UNSIGNED_LONG_LONG);
    if (code != MPI_SUCCESS || !wide) return code;
    Passage::linger(16);
    std::uint64_t later = 0;
    if (real.MPI_T_pvar_read(session, handle, &later) != MPI_SUCCESS) return code;
    std::memcpy(value, &later, sizeof later / 2);
    return code;
  };
}

/// Each of the functions that a signal handler may call takes a lock that the interrupted thread
/// may hold.
template <auto Member>
struct Locked;

std::mutex in_use;

template <class... Args, int (*Interface::*Member)(Args...)>
struct Locked<Member> {
  static int call(Args... args) {
    const std::lock_guard lock(in_use);
    return (real.*Member)(args...);
  }
};

MPITCHECK_FAULT(stress_lock_in_signal_path,
                "The functions for signal handlers wait for a lock that the thread itself may hold",
                clause::pvar_async_context_use) {
  took_effect();  // neither codes nor outputs tell
  mpi.MPI_T_pvar_start = Locked<&Interface::MPI_T_pvar_start>::call;
  mpi.MPI_T_pvar_stop = Locked<&Interface::MPI_T_pvar_stop>::call;
  mpi.MPI_T_pvar_read = Locked<&Interface::MPI_T_pvar_read>::call;
  mpi.MPI_T_pvar_write = Locked<&Interface::MPI_T_pvar_write>::call;
  mpi.MPI_T_pvar_reset = Locked<&Interface::MPI_T_pvar_reset>::call;
  mpi.MPI_T_pvar_readreset = Locked<&Interface::MPI_T_pvar_readreset>::call;
}

MPITCHECK_FAULT(
    stress_free_beside_all_handles,
    "MPI_T_pvar_handle_free beside a start of all handles pulls away what that one uses",
    clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    if (handle != MPI_T_PVAR_ALL_HANDLES) return real.MPI_T_pvar_start(session, handle);
    const Passage passage(inside);
    Passage::linger(16);
    return real.MPI_T_pvar_start(session, handle);
  };
  mpi.MPI_T_pvar_handle_free = [](MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
    // What the other thread would do with freed memory, made certain.
    if (inside.load() > 0) std::raise(SIGSEGV);
    return real.MPI_T_pvar_handle_free(session, handle);
  };
}

MPITCHECK_FAULT(stress_finalize_beside_finalize,
                "MPI_T_finalize in two threads at once counts one time too many",
                clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_finalize = [] {
    const Passage passage(inside);
    Passage::linger(16);
    if (passage.has_others()) real.MPI_T_finalize();
    return real.MPI_T_finalize();
  };
}

MPITCHECK_FAULT(stress_query_in_one_buffer,
                "MPI_T_cvar_get_info puts names together in memory that all threads share",
                clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    static char shared[4096];
    const int room = name == nullptr || name_len == nullptr ? 0 : *name_len;
    if (room <= 0 || room > static_cast<int>(sizeof shared)) {
      return real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype, desc,
                                      desc_len, bind, scope);
    }
    const int code = real.MPI_T_cvar_get_info(index, shared, name_len, verbosity, datatype,
                                              enumtype, desc, desc_len, bind, scope);
    if (code != MPI_SUCCESS) return code;
    Passage::linger(16);
    shared[room - 1] = '\0';
    std::memcpy(name, shared, std::strlen(shared) + 1);
    return code;
  };
}

MPITCHECK_FAULT(stress_finalize_beside_mpi_init,
                "MPI_T_finalize while MPI comes up counts one time too many",
                clause::init_beside_mpi_init) {
  mpi.MPI_Init_thread = [](int* argc, char*** argv, int required, int* provided) {
    const Passage passage(inside);
    Passage::linger(1);
    return real.MPI_Init_thread(argc, argv, required, provided);
  };
  mpi.MPI_T_finalize = [] {
    if (inside.load() > 0) real.MPI_T_finalize();
    return real.MPI_T_finalize();
  };
}

MPITCHECK_FAULT(stress_start_beside_start_ignored,
                "MPI_T_pvar_start beside another thread's says success and does nothing",
                clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Passage passage(inside);
    Passage::linger(16);
    return passage.has_others() ? MPI_SUCCESS : real.MPI_T_pvar_start(session, handle);
  };
}

MPITCHECK_FAULT(stress_alloc_beside_alloc_refused,
                "MPI_T_pvar_handle_alloc beside another thread's takes the session for none",
                clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const Passage passage(inside);
    Passage::linger(16);
    if (passage.has_others()) return MPI_T_ERR_INVALID_SESSION;
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(stress_cvar_read_beside_read,
                "MPI_T_cvar_read beside another thread's gives a wrong byte",
                clause::cvar_read_delivers_value) {
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* value) {
    static std::atomic<unsigned char> junk{0};
    const Passage passage(inside);
    const int code = real.MPI_T_cvar_read(handle, value);
    Passage::linger(16);
    if (code == MPI_SUCCESS && passage.has_others()) {
      *static_cast<unsigned char*>(value) ^= static_cast<unsigned char>(++junk | 1U);
    }
    return code;
  };
}

MPITCHECK_FAULT(stress_free_function_called_twice,
                "MPI_T_event_handle_free beside another thread's calls the free function twice",
                clause::event_free_callback_once) {
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    const Passage passage(inside);
    Passage::linger(16);
    const int code = real.MPI_T_event_handle_free(registration, user_data, function);
    if (code == MPI_SUCCESS && function != nullptr && passage.has_others()) {
      function(registration, MPI_T_cb_safety{}, user_data);
    }
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

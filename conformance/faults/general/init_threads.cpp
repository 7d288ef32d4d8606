// SPDX-License-Identifier: BSD-3-Clause
// Faults of thread levels, and of calls before any initialization.
#include <csignal>
#include <optional>
#include <thread>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

// --- Required and provided

MPITCHECK_FAULT(init_multiple_refused, "MPI_T_init_thread refuses MPI_THREAD_MULTIPLE",
                clause::init_required_values) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    if (required == MPI_THREAD_MULTIPLE) return MPI_T_ERR_CANNOT_INIT;
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(init_funneled_crashes, "MPI_T_init_thread crashes with MPI_THREAD_FUNNELED",
                clause::init_required_values) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    if (required == MPI_THREAD_FUNNELED) std::raise(SIGFPE);
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(init_provided_is_no_level, "MPI_T_init_thread grants a level beyond MULTIPLE",
                clause::init_provided_value) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (required == MPI_THREAD_MULTIPLE) *provided = 77;
    return code;
  };
}

MPITCHECK_FAULT(init_provided_left_alone, "MPI_T_init_thread does not write the granted level",
                clause::init_provided_value) {
  mpi.MPI_T_init_thread = [](int required, int*) {
    int unused = 0;
    return real.MPI_T_init_thread(required, &unused);
  };
}

MPITCHECK_FAULT(init_nested_provided_is_no_level,
                "A nested MPI_T_init_thread grants a level below SINGLE",
                clause::init_provided_value) {
  static bool is_up = false;
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (code == MPI_SUCCESS && is_up) *provided = MPI_THREAD_SINGLE - 77;
    is_up = is_up || code == MPI_SUCCESS;
    return code;
  };
}

// --- The level of MPI

// What MPI_Query_thread tells in place of the level that MPI_Init_thread granted.
std::optional<int> level_told;

void tell_another_level(Interface& mpi) {
  mpi.MPI_Query_thread = [](int* provided) {
    const int code = real.MPI_Query_thread(provided);
    if (level_told) *provided = *level_told;
    return code;
  };
}

MPITCHECK_FAULT(init_overwrites_mpi_level,
                "After MPI_T_init_thread MPI_Query_thread says the level asked for by the tool",
                clause::init_leaves_mpi_thread_level) {
  tell_another_level(mpi);
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    if (mpi_was_initialized()) level_told = required;
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(init_keeps_level_of_tool,
                "MPI_Query_thread says the level that MPI_T_init_thread granted before MPI came up",
                clause::init_leaves_mpi_thread_level) {
  tell_another_level(mpi);
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (code == MPI_SUCCESS && !mpi_was_initialized()) level_told = *provided;
    return code;
  };
}

MPITCHECK_FAULT(init_finalize_lowers_mpi_level,
                "After MPI_T_finalize MPI_Query_thread says MPI_THREAD_SINGLE",
                clause::init_leaves_mpi_thread_level) {
  tell_another_level(mpi);
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    if (code == MPI_SUCCESS) level_told = MPI_THREAD_SINGLE;
    return code;
  });
}

// --- Threads

bool in_another_thread() {
  static const std::thread::id first = std::this_thread::get_id();
  return std::this_thread::get_id() != first;
}

// The thread that initializes is the one that all others differ from.
void remember_first_thread(Interface& mpi) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    static_cast<void>(in_another_thread());
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(init_other_threads_lack_cvars,
                "With MPI_THREAD_MULTIPLE granted MPI_T_cvar_get_info at times fails in a thread",
                clause::init_provided_governs_mpit_calls) {
  remember_first_thread(mpi);
  alter_code<&Interface::MPI_T_cvar_get_info>(mpi, [](int code) {
    static thread_local int calls = 0;
    return in_another_thread() && ++calls % 97 == 0 ? MPI_T_ERR_MEMORY : code;
  });
}

MPITCHECK_FAULT(init_other_threads_lack_sessions,
                "Only the thread that initialized the interface can make pvar sessions",
                clause::init_provided_governs_mpit_calls) {
  remember_first_thread(mpi);
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    if (in_another_thread()) return MPI_T_ERR_OUT_OF_SESSIONS;
    return real.MPI_T_pvar_session_create(session);
  };
}

// --- Before any initialization

bool tool_was_up() {
  int num = 0;
  return real.MPI_T_pvar_get_num(&num) == MPI_SUCCESS;
}

MPITCHECK_FAULT(init_not_required_for_counts,
                "Without initialization MPI_T_category_get_num answers 0 and MPI_SUCCESS",
                clause::init_required_first) {
  mpi.MPI_T_category_get_num = [](int* num) {
    if (tool_was_up()) return real.MPI_T_category_get_num(num);
    *num = 0;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(init_missing_has_wrong_code,
                "Without initialization MPI_T_pvar_session_create answers OUT_OF_SESSIONS",
                clause::init_required_first) {
  alter_code<&Interface::MPI_T_pvar_session_create>(mpi, [](int code) {
    return code == MPI_T_ERR_NOT_INITIALIZED ? MPI_T_ERR_OUT_OF_SESSIONS : code;
  });
}

MPITCHECK_FAULT(init_missing_crashes, "Without initialization MPI_T_cvar_get_index crashes",
                clause::init_required_first) {
  alter_code<&Interface::MPI_T_cvar_get_index>(mpi, [](int code) {
    if (code == MPI_T_ERR_NOT_INITIALIZED) std::raise(SIGSEGV);
    return code;
  });
}

}  // namespace
}  // namespace mpitcheck::faults

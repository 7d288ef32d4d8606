// SPDX-License-Identifier: BSD-3-Clause
// Faults of failing calls: fatal, loud, harmful to MPI, or with a code outside the table.
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

// --- Fatal

MPITCHECK_FAULT(general_unknown_name_aborts, "MPI_T_pvar_get_index aborts over an unknown name",
                clause::general_failure_not_fatal) {
  alter_code<&Interface::MPI_T_pvar_get_index>(mpi, [](int code) {
    if (code == MPI_T_ERR_INVALID_NAME) std::abort();
    return code;
  });
}

MPITCHECK_FAULT(general_unknown_name_exits,
                "MPI_T_category_get_index ends the program with status 0 over an unknown name",
                clause::general_failure_not_fatal) {
  alter_code<&Interface::MPI_T_category_get_index>(mpi, [](int code) {
    if (code == MPI_T_ERR_INVALID_NAME) std::exit(EXIT_SUCCESS);
    return code;
  });
}

MPITCHECK_FAULT(general_refused_write_aborts, "MPI_T_cvar_write aborts when it refuses",
                clause::general_failure_not_fatal) {
  alter_code<&Interface::MPI_T_cvar_write>(mpi, [](int code) {
    if (code != MPI_SUCCESS) std::abort();
    return code;
  });
}

MPITCHECK_FAULT(general_refused_start_aborts_mpi,
                "MPI_T_pvar_start calls MPI_Abort for a continuous pvar",
                clause::general_failure_not_fatal) {
  alter_code<&Interface::MPI_T_pvar_start>(mpi, [](int code) {
    if (code == MPI_T_ERR_PVAR_NO_STARTSTOP) {
      if (!mpi_is_up()) std::abort();
      PMPI_Abort(MPI_COMM_WORLD, 1);
    }
    return code;
  });
}

MPITCHECK_FAULT(general_foreign_session_crashes,
                "MPI_T_pvar_read crashes with a handle of another session",
                clause::general_failure_not_fatal) {
  alter_code<&Interface::MPI_T_pvar_read>(mpi, [](int code) {
    if (code == MPI_T_ERR_INVALID_HANDLE) std::raise(SIGSEGV);
    return code;
  });
}

MPITCHECK_FAULT(general_failure_is_for_good,
                "After MPI_T_pvar_readreset refused, MPI_T_cvar_get_num refuses too",
                clause::general_failure_not_fatal) {
  static bool failed = false;
  alter_code<&Interface::MPI_T_pvar_readreset>(mpi, [](int code) {
    failed = failed || code == MPI_T_ERR_PVAR_NO_ATOMIC;
    return code;
  });
  alter_code<&Interface::MPI_T_cvar_get_num>(
      mpi, [](int code) { return failed ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

MPITCHECK_FAULT(general_surplus_finalize_aborts, "A surplus MPI_T_finalize aborts",
                clause::general_failure_not_fatal) {
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    if (code != MPI_SUCCESS) std::abort();
    return code;
  });
}

MPITCHECK_FAULT(general_surplus_finalize_stops_messages,
                "After a surplus MPI_T_finalize MPI_Isend fails", clause::general_failure_not_fatal,
                clause::general_failure_no_side_effect_on_mpi) {
  static bool surplus = false;
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    surplus = surplus || code != MPI_SUCCESS;
    return code;
  });
  alter_code<&Interface::MPI_Isend>(mpi, [](int code) { return surplus ? MPI_ERR_OTHER : code; });
}

// --- Loud

void run_handler(MPI_Comm comm, int code) {
  if (!mpi_is_up()) return;
  took_effect();
  PMPI_Comm_call_errhandler(comm, code);
}

MPITCHECK_FAULT(general_failure_runs_world_handler,
                "A failing MPI_T_cvar_get_index runs the error handler of MPI_COMM_WORLD",
                clause::general_failure_no_errhandler) {
  alter_code<&Interface::MPI_T_cvar_get_index>(mpi, [](int code) {
    if (code != MPI_SUCCESS) run_handler(MPI_COMM_WORLD, code);
    return code;
  });
}

MPITCHECK_FAULT(general_refused_write_runs_self_handler,
                "A refused MPI_T_cvar_write runs the error handler of MPI_COMM_SELF",
                clause::general_failure_no_errhandler) {
  alter_code<&Interface::MPI_T_cvar_write>(mpi, [](int code) {
    if (code != MPI_SUCCESS) run_handler(MPI_COMM_SELF, MPI_ERR_OTHER);
    return code;
  });
}

MPITCHECK_FAULT(general_refused_reset_runs_handler,
                "A refused MPI_T_pvar_reset runs the error handler of MPI_COMM_WORLD",
                clause::general_failure_no_errhandler) {
  alter_code<&Interface::MPI_T_pvar_reset>(mpi, [](int code) {
    if (code != MPI_SUCCESS) run_handler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    return code;
  });
}

// --- Harmful

MPITCHECK_FAULT(general_failure_stops_messages,
                "After an unknown name in MPI_T_category_get_index MPI_Isend fails",
                clause::general_failure_no_side_effect_on_mpi) {
  static bool failed = false;
  alter_code<&Interface::MPI_T_category_get_index>(mpi, [](int code) {
    failed = failed || code != MPI_SUCCESS;
    return code;
  });
  alter_code<&Interface::MPI_Isend>(mpi, [](int code) { return failed ? MPI_ERR_OTHER : code; });
}

MPITCHECK_FAULT(general_failure_spoils_reductions,
                "After a refused MPI_T_cvar_write MPI_Allreduce gives wrong results",
                clause::general_failure_no_side_effect_on_mpi) {
  static bool failed = false;
  alter_code<&Interface::MPI_T_cvar_write>(mpi, [](int code) {
    failed = failed || code != MPI_SUCCESS;
    return code;
  });
  mpi.MPI_Allreduce = [](const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm) {
    const int code = real.MPI_Allreduce(in, out, count, type, op, comm);
    if (failed) *static_cast<char*>(out) ^= 1;
    return code;
  };
}

MPITCHECK_FAULT(general_failure_sends_a_message,
                "A refused MPI_T_pvar_stop or start leaves a message on MPI_COMM_SELF behind",
                clause::general_failure_no_side_effect_on_mpi) {
  alter_code<&Interface::MPI_T_pvar_start>(mpi, [](int code) {
    static const char text[] = "stray";
    if (code == MPI_T_ERR_PVAR_NO_STARTSTOP && mpi_is_up()) {
      MPI_Request request;
      took_effect();
      PMPI_Isend(text, sizeof text, MPI_CHAR, 0, 7, MPI_COMM_SELF, &request);
    }
    return code;
  });
}

// --- With a code outside the table

MPITCHECK_FAULT(general_unknown_name_is_mpi_error,
                "MPI_T_cvar_get_index answers an unknown name with MPI_ERR_NAME",
                clause::general_specific_reason_code, clause::cvar_get_index_unknown) {
  alter_code<&Interface::MPI_T_cvar_get_index>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_NAME ? MPI_ERR_NAME : code; });
}

MPITCHECK_FAULT(general_refused_write_is_minus_one, "MPI_T_cvar_write refuses with -1",
                clause::general_specific_reason_code, clause::cvar_write_constant_refused,
                clause::cvar_write_readonly_refused) {
  alter_code<&Interface::MPI_T_cvar_write>(
      mpi, [](int code) { return code == MPI_SUCCESS ? code : -1; });
}

MPITCHECK_FAULT(general_refused_start_is_intern,
                "MPI_T_pvar_start refuses with MPI_ERR_INTERN once MPI is up",
                clause::general_specific_reason_code, clause::pvar_continuous_no_startstop) {
  alter_code<&Interface::MPI_T_pvar_start>(mpi, [](int code) {
    return code == MPI_T_ERR_PVAR_NO_STARTSTOP && mpi_is_up() ? MPI_ERR_INTERN : code;
  });
}

MPITCHECK_FAULT(general_refused_readreset_is_beyond_last,
                "MPI_T_pvar_readreset refuses with a code above MPI_ERR_LASTCODE",
                clause::general_specific_reason_code, clause::pvar_readreset_not_atomic_code) {
  alter_code<&Interface::MPI_T_pvar_readreset>(
      mpi, [](int code) { return code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_ERR_LASTCODE + 1 : code; });
}

}  // namespace
}  // namespace mpitcheck::faults

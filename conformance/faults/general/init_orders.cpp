// SPDX-License-Identifier: BSD-3-Clause
// Faults of the orders in which MPI and the interface come up and go down, and of later epochs.
#include <csignal>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

void take_tool_down() {
  while (real.MPI_T_finalize() == MPI_SUCCESS) continue;
}

// --- Bringing up

MPITCHECK_FAULT(init_mpi_brings_tool_up, "MPI_Init initializes the interface as well",
                clause::init_separate_from_mpi_init) {
  mpi.MPI_Init = [](int* argc, char*** argv) {
    int provided = 0;
    real.MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    return real.MPI_Init(argc, argv);
  };
}

MPITCHECK_FAULT(init_tool_brings_mpi_up, "After MPI_T_init_thread MPI_Initialized says true",
                clause::init_separate_from_mpi_init) {
  static bool tool_was_up = false;
  alter_code<&Interface::MPI_T_init_thread>(mpi, [](int code) {
    tool_was_up = tool_was_up || code == MPI_SUCCESS;
    return code;
  });
  mpi.MPI_Initialized = [](int* flag) {
    const int code = real.MPI_Initialized(flag);
    if (tool_was_up) *flag = 1;
    return code;
  };
}

bool an_epoch_ended = false;

void watch_end_of_epoch(Interface& mpi) {
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    an_epoch_ended = an_epoch_ended || code == MPI_SUCCESS;
    return code;
  });
}

MPITCHECK_FAULT(init_mpi_crashes_after_tool, "MPI_Init crashes after an epoch of the interface",
                clause::init_separate_from_mpi_init) {
  watch_end_of_epoch(mpi);
  mpi.MPI_Init = [](int* argc, char*** argv) {
    if (an_epoch_ended) std::raise(SIGSEGV);
    return real.MPI_Init(argc, argv);
  };
}

// --- Taking down

MPITCHECK_FAULT(init_mpi_takes_tool_down, "MPI_Finalize takes the interface down",
                clause::init_separate_from_mpi_finalize, clause::general_after_mpi_finalize) {
  mpi.MPI_Finalize = [] {
    take_tool_down();
    return real.MPI_Finalize();
  };
}

MPITCHECK_FAULT(init_mpi_takes_late_tool_down,
                "MPI_Finalize takes an interface down that came up after MPI_Init",
                clause::init_separate_from_mpi_finalize) {
  static bool came_late = false;
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    came_late = mpi_was_initialized();
    return real.MPI_T_init_thread(required, provided);
  };
  mpi.MPI_Finalize = [] {
    if (came_late) take_tool_down();
    return real.MPI_Finalize();
  };
}

MPITCHECK_FAULT(init_tool_finalize_fails_after_mpi,
                "After MPI_Finalize MPI_T_finalize does its work and answers INVALID_HANDLE",
                clause::init_separate_from_mpi_finalize, clause::general_after_mpi_finalize) {
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    return code == MPI_SUCCESS && mpi_was_finalized() ? MPI_T_ERR_INVALID_HANDLE : code;
  });
}

MPITCHECK_FAULT(init_tool_end_stops_messages, "After MPI_T_finalize MPI_Isend fails",
                clause::init_separate_from_mpi_finalize, clause::init_separate_from_mpi_init,
                clause::init_reinitialization) {
  watch_end_of_epoch(mpi);
  alter_code<&Interface::MPI_Isend>(mpi,
                                    [](int code) { return an_epoch_ended ? MPI_ERR_OTHER : code; });
}

MPITCHECK_FAULT(init_tool_end_spoils_reductions,
                "After MPI_T_finalize MPI_Allreduce gives wrong results",
                clause::init_separate_from_mpi_finalize, clause::init_separate_from_mpi_init) {
  watch_end_of_epoch(mpi);
  mpi.MPI_Allreduce = [](const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm) {
    const int code = real.MPI_Allreduce(in, out, count, type, op, comm);
    if (an_epoch_ended) *static_cast<char*>(out) ^= 1;
    return code;
  };
}

MPITCHECK_FAULT(init_tool_end_crashes_later_reductions,
                "After MPI_T_finalize the fifth MPI_Allreduce of several processes crashes",
                clause::init_separate_from_mpi_finalize) {
  static int reductions = 0;
  watch_end_of_epoch(mpi);
  mpi.MPI_Allreduce = [](const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    if (an_epoch_ended && size > 1 && ++reductions == 5) std::raise(SIGSEGV);
    return real.MPI_Allreduce(in, out, count, type, op, comm);
  };
}

MPITCHECK_FAULT(init_mpi_finalize_fails_after_tool,
                "MPI_Finalize fails once the interface was taken down",
                clause::init_separate_from_mpi_finalize, clause::init_separate_from_mpi_init) {
  watch_end_of_epoch(mpi);
  alter_code<&Interface::MPI_Finalize>(
      mpi, [](int code) { return an_epoch_ended ? MPI_ERR_OTHER : code; });
}

// --- Later epochs

MPITCHECK_FAULT(init_again_has_wrong_code,
                "A later MPI_T_init_thread is refused with MPI_T_ERR_NOT_INITIALIZED",
                clause::init_reinitialization) {
  watch_end_of_epoch(mpi);
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    if (an_epoch_ended) return MPI_T_ERR_NOT_INITIALIZED;
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(init_again_is_empty, "After a later MPI_T_init_thread there is no list of cvars",
                clause::init_reinitialization) {
  watch_end_of_epoch(mpi);
  alter_code<&Interface::MPI_T_cvar_get_num>(
      mpi, [](int code) { return an_epoch_ended ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

int epochs = 0;

void count_epochs(Interface& mpi) {
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    epochs += code == MPI_SUCCESS;
    return code;
  });
}

MPITCHECK_FAULT(init_third_epoch_is_empty, "In the third epoch there is no list of cvars",
                clause::init_reinitialization) {
  count_epochs(mpi);
  alter_code<&Interface::MPI_T_cvar_get_num>(
      mpi, [](int code) { return epochs == 2 ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

MPITCHECK_FAULT(init_fourth_epoch_crashes, "In the fourth epoch the query of a category crashes",
                clause::init_reinitialization) {
  count_epochs(mpi);
  alter_code<&Interface::MPI_T_category_get_info>(mpi, [](int code) {
    if (epochs == 3) std::raise(SIGSEGV);
    return code;
  });
}

MPITCHECK_FAULT(init_again_lacks_its_lock,
                "An epoch that begins at MPI_THREAD_SINGLE after one at another level crashes in "
                "the next call once MPI_THREAD_MULTIPLE is asked for too",
                clause::init_reinitialization) {
  static int former = MPI_THREAD_SINGLE;
  static int begun_at = MPI_THREAD_SINGLE;
  static int nesting = 0;
  static bool locks = false;
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (code == MPI_SUCCESS && nesting++ == 0) begun_at = required;
    locks = required == MPI_THREAD_MULTIPLE;
    return code;
  };
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    if (code == MPI_SUCCESS && --nesting == 0) former = begun_at;
    return code;
  });
  alter_code<&Interface::MPI_T_cvar_get_num>(mpi, [](int code) {
    const bool again = nesting > 0 && former != MPI_THREAD_SINGLE;
    if (again && begun_at == MPI_THREAD_SINGLE && locks) std::raise(SIGSEGV);
    return code;
  });
}

MPITCHECK_FAULT(init_again_after_mpi_crashes,
                "A later MPI_T_init_thread crashes once MPI was finalized",
                clause::init_reinitialization) {
  watch_end_of_epoch(mpi);
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    if (an_epoch_ended && mpi_was_finalized()) std::raise(SIGSEGV);
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(init_again_stops_messages,
                "A later MPI_T_init_thread while MPI is up damages messages",
                clause::init_reinitialization) {
  static bool again = false;
  watch_end_of_epoch(mpi);
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    again = an_epoch_ended && mpi_is_up();
    return real.MPI_T_init_thread(required, provided);
  };
  alter_code<&Interface::MPI_Isend>(mpi, [](int code) { return again ? MPI_ERR_OTHER : code; });
}

MPITCHECK_FAULT(init_surplus_finalize_is_counted,
                "A surplus MPI_T_finalize undoes the initialization after it",
                clause::init_reinitialization) {
  static bool owes = false;
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    owes = code != MPI_SUCCESS;
    return code;
  });
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (owes) real.MPI_T_finalize();
    owes = false;
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

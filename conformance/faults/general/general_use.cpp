// SPDX-License-Identifier: BSD-3-Clause
// Faults of an interface that needs MPI to be up, and of the code for success.
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

// --- Before MPI_Init

MPITCHECK_FAULT(general_cvar_read_needs_mpi, "MPI_T_cvar_read refuses until MPI_Init",
                clause::general_before_mpi_init) {
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    if (!mpi_was_initialized()) return MPI_T_ERR_NOT_INITIALIZED;
    return real.MPI_T_cvar_read(handle, buffer);
  };
}

MPITCHECK_FAULT(general_categories_need_mpi, "MPI_T_category_get_num refuses until MPI_Init",
                clause::general_before_mpi_init) {
  mpi.MPI_T_category_get_num = [](int* num) {
    if (!mpi_was_initialized()) return MPI_T_ERR_NOT_INITIALIZED;
    return real.MPI_T_category_get_num(num);
  };
}

MPITCHECK_FAULT(general_last_category_needs_mpi,
                "Until MPI_Init MPI_T_category_get_info fails for the last category",
                clause::general_before_mpi_init) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   int* cvars, int* pvars, int* categories) {
    int num = 0;
    real.MPI_T_category_get_num(&num);
    if (index == num - 1 && !mpi_was_initialized()) return MPI_T_ERR_MEMORY;
    return real.MPI_T_category_get_info(index, name, name_len, desc, desc_len, cvars, pvars,
                                        categories);
  };
}

MPITCHECK_FAULT(general_finalize_needs_mpi, "MPI_T_finalize fails unless MPI was initialized",
                clause::general_before_mpi_init) {
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    return code == MPI_SUCCESS && !mpi_was_initialized() ? MPI_T_ERR_NOT_INITIALIZED : code;
  });
}

// --- After MPI_Finalize

MPITCHECK_FAULT(general_counts_end_with_mpi, "MPI_T_cvar_get_num refuses after MPI_Finalize",
                clause::general_after_mpi_finalize) {
  alter_code<&Interface::MPI_T_cvar_get_num>(
      mpi, [](int code) { return mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

MPITCHECK_FAULT(general_cvar_read_ends_with_mpi, "MPI_T_cvar_read refuses after MPI_Finalize",
                clause::general_after_mpi_finalize) {
  alter_code<&Interface::MPI_T_cvar_read>(
      mpi, [](int code) { return mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

MPITCHECK_FAULT(general_changed_crashes_after_mpi,
                "MPI_T_category_changed crashes after MPI_Finalize",
                clause::general_after_mpi_finalize) {
  alter_code<&Interface::MPI_T_category_changed>(mpi, [](int code) {
    if (mpi_was_finalized()) std::raise(SIGSEGV);
    return code;
  });
}

MPITCHECK_FAULT(general_fresh_init_ends_with_mpi,
                "A first MPI_T_init_thread after MPI_Finalize answers MPI_T_ERR_INVALID_HANDLE",
                clause::general_after_mpi_finalize) {
  static bool was_up = false;
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    if (!was_up && mpi_was_finalized()) return MPI_T_ERR_INVALID_HANDLE;
    was_up = true;
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(general_fresh_init_after_mpi_is_empty,
                "After a first MPI_T_init_thread past MPI_Finalize there is no list of pvars",
                clause::general_after_mpi_finalize) {
  static bool came_late = false;
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    came_late = mpi_was_finalized();
    return real.MPI_T_init_thread(required, provided);
  };
  alter_code<&Interface::MPI_T_pvar_get_num>(
      mpi, [](int code) { return came_late ? MPI_T_ERR_NOT_INITIALIZED : code; });
}

// --- Without MPI

MPITCHECK_FAULT(general_finalize_crashes_without_mpi,
                "MPI_T_finalize crashes in a program that never initialized MPI",
                clause::general_no_mpi_needed) {
  alter_code<&Interface::MPI_T_finalize>(mpi, [](int code) {
    if (!mpi_was_initialized()) std::raise(SIGSEGV);
    return code;
  });
}

MPITCHECK_FAULT(general_exit_status_without_mpi,
                "A program that used the interface and never MPI ends with status 1",
                clause::general_no_mpi_needed) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    std::atexit([] {
      if (!mpi_was_initialized()) _exit(EXIT_FAILURE);
    });
    return real.MPI_T_init_thread(required, provided);
  };
}

// --- Success

MPITCHECK_FAULT(general_success_is_one, "MPI_T_category_changed answers 1 instead of MPI_SUCCESS",
                clause::general_success_value) {
  alter_code<&Interface::MPI_T_category_changed>(
      mpi, [](int code) { return code == MPI_SUCCESS ? 1 : code; });
}

MPITCHECK_FAULT(general_success_is_an_error_after_mpi_init,
                "Once MPI is up MPI_T_category_get_num gives the number and MPI_T_ERR_MEMORY",
                clause::general_success_value) {
  alter_code<&Interface::MPI_T_category_get_num>(
      mpi, [](int code) { return code == MPI_SUCCESS && mpi_is_up() ? MPI_T_ERR_MEMORY : code; });
}

}  // namespace
}  // namespace mpitcheck::faults

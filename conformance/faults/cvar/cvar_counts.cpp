// SPDX-License-Identifier: BSD-3-Clause
// Faults of the number and the indices of cvars.
#include <algorithm>
#include <utility>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(cvar_num_negative, "MPI_T_cvar_get_num gives a negative number",
                clause::cvar_num_nonnegative) {
  mpi.MPI_T_cvar_get_num = [](int* num) {
    const int code = real.MPI_T_cvar_get_num(num);
    if (code == MPI_SUCCESS) set(num, -1);
    return code;
  };
}

MPITCHECK_FAULT(cvar_num_unset_after_init,
                "After MPI_Init MPI_T_cvar_get_num succeeds without giving a number",
                clause::cvar_num_nonnegative, clause::cvar_num_may_only_grow) {
  mpi.MPI_T_cvar_get_num = [](int* num) {
    return mpi_was_initialized() ? MPI_SUCCESS : real.MPI_T_cvar_get_num(num);
  };
}

// The number first told, less one: the MPI may have added cvars of its own meanwhile.
int one_less_than_told(int* num, bool now) {
  static int told = -1;
  const int code = real.MPI_T_cvar_get_num(num);
  if (code != MPI_SUCCESS || num == nullptr) return code;
  if (!now && told < 0) told = *num;
  if (now && told > 0) *num = told - 1;
  return code;
}

MPITCHECK_FAULT(cvar_num_falls_in_init, "MPI_Init takes a cvar away",
                clause::cvar_num_may_only_grow, clause::category_members_usable) {
  mpi.MPI_T_cvar_get_num = [](int* num) { return one_less_than_told(num, mpi_was_initialized()); };
}

MPITCHECK_FAULT(cvar_num_falls_in_finalize, "MPI_Finalize takes a cvar away",
                clause::cvar_num_may_only_grow, clause::category_members_usable) {
  mpi.MPI_T_cvar_get_num = [](int* num) { return one_less_than_told(num, mpi_was_finalized()); };
}

MPITCHECK_FAULT(cvar_index_last_refused,
                "MPI_T_cvar_get_info fails for the last cvar, with a code of MPI itself",
                clause::cvar_index_range_valid) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return is_last_cvar(index) ? MPI_ERR_OTHER : real.MPI_T_cvar_get_info(index, outputs...);
  };
}

MPITCHECK_FAULT(cvar_index_zero_refused,
                "MPI_T_cvar_get_info counts cvars from 1, and calls 0 an MPI_ERR_ARG",
                clause::cvar_index_range_valid) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return index == 0 ? MPI_ERR_ARG : real.MPI_T_cvar_get_info(index, outputs...);
  };
}

MPITCHECK_FAULT(cvar_info_refused_after_init,
                "MPI_T_cvar_get_info fails for the first cvar once MPI is initialized",
                clause::cvar_info_immutable) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return index == 0 && mpi_was_initialized() ? MPI_T_ERR_INVALID
                                               : real.MPI_T_cvar_get_info(index, outputs...);
  };
}

// The first two cvars trade their indices; the last ones may be new, and nobody can tell.
int swapped_cvar(int index) {
  const bool is_one_of_them = index == 0 || index == 1;
  return is_one_of_them && number_of(real.MPI_T_cvar_get_num) > 1 ? 1 - index : index;
}

template <bool (*now)()>
void swap_the_first_two(Interface& mpi) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return real.MPI_T_cvar_get_info(now() ? swapped_cvar(index) : index, outputs...);
  };
  mpi.MPI_T_cvar_handle_alloc = [](int index, auto... arguments) {
    return real.MPI_T_cvar_handle_alloc(now() ? swapped_cvar(index) : index, arguments...);
  };
  mpi.MPI_T_cvar_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_cvar_get_index(name, index);
    if (code == MPI_SUCCESS && now()) *index = swapped_cvar(*index);
    return code;
  };
}

MPITCHECK_FAULT(cvar_index_swapped_by_init, "MPI_Init renumbers the first two cvars",
                clause::cvar_index_stable, clause::cvar_info_immutable) {
  swap_the_first_two<mpi_was_initialized>(mpi);
}

MPITCHECK_FAULT(cvar_index_swapped_by_finalize, "MPI_Finalize renumbers the first two cvars",
                clause::cvar_index_stable, clause::cvar_info_immutable) {
  swap_the_first_two<mpi_was_finalized>(mpi);
}

MPITCHECK_FAULT(cvar_bad_index_found, "A query for the index behind the last cvar succeeds",
                clause::cvar_info_bad_index) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return real.MPI_T_cvar_get_info(index - (is_last_cvar(index - 1) ? 1 : 0), outputs...);
  };
}

MPITCHECK_FAULT(cvar_bad_index_code, "A negative index of a cvar is answered with another code",
                clause::cvar_info_bad_index) {
  mpi.MPI_T_cvar_get_info = [](int index, auto... outputs) {
    return index < 0 ? MPI_T_ERR_INVALID : real.MPI_T_cvar_get_info(index, outputs...);
  };
}

}  // namespace
}  // namespace mpitcheck::faults

/* SPDX-License-Identifier: BSD-3-Clause
 * Some functions of the interface as a tool defines them. They count their calls and call their
 * PMPI_ twins. */
#include "wrapper_functions.h"

#include <mpi.h>

/* A program may define the functions even if mpi.h has macros of their names. */
#undef MPI_T_init_thread
#undef MPI_T_finalize
#undef MPI_T_cvar_get_num
#undef MPI_T_pvar_get_num

int own_calls[own_functions];

int MPI_T_init_thread(int required, int* provided) {
  ++own_calls[own_init_thread];
  return PMPI_T_init_thread(required, provided);
}

int MPI_T_finalize(void) {
  ++own_calls[own_finalize];
  return PMPI_T_finalize();
}

int MPI_T_cvar_get_num(int* num_cvar) {
  ++own_calls[own_cvar_get_num];
  return PMPI_T_cvar_get_num(num_cvar);
}

int MPI_T_pvar_get_num(int* num_pvar) {
  ++own_calls[own_pvar_get_num];
  return PMPI_T_pvar_get_num(num_pvar);
}

/* SPDX-License-Identifier: BSD-3-Clause
 * A tool to preload that uses the interface itself: from before main() on it is up, and there is a
 * session. */
#include <mpi.h>

__attribute__((constructor)) static void begin(void) {
  static MPI_T_pvar_session session;
  int provided;
  PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  PMPI_T_pvar_session_create(&session);
}

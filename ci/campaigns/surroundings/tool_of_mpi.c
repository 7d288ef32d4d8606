/* SPDX-License-Identifier: BSD-3-Clause
 * A tool to preload as profilers are made: from MPI_Init to MPI_Finalize it uses the interface
 * itself, with a session of its own and a handle of the first pvar that needs no object. */
#include <mpi.h>
#include <stddef.h>

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handle;

static void begin(void) {
  int provided, number = 0, count;
  if (PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) return;
  PMPI_T_pvar_session_create(&session);
  PMPI_T_pvar_get_num(&number);
  for (int i = 0; i < number; ++i) {
    int bind = MPI_T_BIND_NO_OBJECT;
    const int code = PMPI_T_pvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &bind,
                                          NULL, NULL, NULL);
    if (code != MPI_SUCCESS || bind != MPI_T_BIND_NO_OBJECT) continue;
    if (PMPI_T_pvar_handle_alloc(session, i, NULL, &handle, &count) == MPI_SUCCESS) break;
  }
}

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS) begin();
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  if (code == MPI_SUCCESS) begin();
  return code;
}

int MPI_Finalize(void) {
  PMPI_T_pvar_handle_free(session, &handle);
  PMPI_T_pvar_session_free(&session);
  PMPI_T_finalize();
  return PMPI_Finalize();
}

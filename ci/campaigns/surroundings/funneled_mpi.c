/* SPDX-License-Identifier: BSD-3-Clause
 * To preload: an MPI that grants no more than MPI_THREAD_FUNNELED. (The variant funneled_at_most is
 * about the interface's own level.) */
#include <mpi.h>

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return PMPI_Init_thread(
      argc, argv, required > MPI_THREAD_FUNNELED ? MPI_THREAD_FUNNELED : required, provided);
}

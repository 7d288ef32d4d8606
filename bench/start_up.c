// SPDX-License-Identifier: BSD-3-Clause
// The shortest program of a tool. Its run time is the start-up time of the library.
#include <mpi.h>

int main(void) {
  int provided = 0;
  return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
         MPI_T_finalize() != MPI_SUCCESS;
}

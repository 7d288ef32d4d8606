/* SPDX-License-Identifier: BSD-3-Clause
 * Passes a token three times around all ranks; each adds one. */
#include "program.h"

enum { laps = 3 };

int main(int argc, char** argv) {
  int rank, size, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  for (int lap = 0; lap < laps; ++lap) {
    int passed;
    MPI_Request request;
    if (rank == 0) {
      passed = token + 1;
      MPI_Isend(&passed, 1, MPI_INT, next, lap, MPI_COMM_WORLD, &request);
    }
    MPI_Recv(&token, 1, MPI_INT, previous, lap, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      passed = token + 1;
      MPI_Send(&passed, 1, MPI_INT, next, lap, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) printf("ring: %d ranks, token %d\n", size, token);
  return MPI_Finalize();
}

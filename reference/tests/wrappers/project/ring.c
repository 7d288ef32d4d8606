/* SPDX-License-Identifier: BSD-3-Clause
 * Each process receives from its left neighbour. Rank 0 prints the number of processes. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, left = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &left, 1, MPI_INT, (rank + size - 1) % size,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) printf("ring of %d\n", size);
  MPI_Finalize();
  return left != (rank + size - 1) % size;
}

/* SPDX-License-Identifier: BSD-3-Clause
 * Floods rank 0 with messages that it does not yet wait for, over MPI_COMM_WORLD and over a copy of
 * it: `flood [MESSAGES [LEVEL]]`; with LEVEL it calls MPI_Pcontrol(LEVEL) first. */
#include "program.h"

enum { flood_tag = 1, last_tag = 2, done_tag = 3, max_messages = 1000 };

static void flood(MPI_Comm comm, int messages) {
  int rank, size, numbers[max_messages + 1];
  MPI_Request requests[max_messages + 1];
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int sends = rank > 0 || size == 1 ? messages + 1 : 0;
  for (int i = 0; i < sends; ++i) {
    numbers[i] = i;
    MPI_Isend(&numbers[i], 1, MPI_INT, 0, i < messages ? flood_tag : last_tag, comm, &requests[i]);
  }
  if (rank == 0) {
    /* Messages do not overtake: once each sender's last one is here, all are. */
    const int first = size == 1 ? 0 : 1;
    for (int source = first; source < size; ++source)
      MPI_Probe(source, last_tag, comm, MPI_STATUS_IGNORE);
    for (int source = first; source < size; ++source)
      for (int i = 0; i <= messages; ++i) {
        const int tag = i < messages ? flood_tag : last_tag;
        int number = -1;
        if (i % 2 == 0) {
          MPI_Recv(&number, 1, MPI_INT, source, tag, comm, MPI_STATUS_IGNORE);
        } else {
          MPI_Request request;
          MPI_Irecv(&number, 1, MPI_INT, source, tag, comm, &request);
          MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        require(number == i, "the order of messages");
      }
    for (int source = 1; source < size; ++source)
      MPI_Send(NULL, 0, MPI_INT, source, done_tag, comm);
  } else {
    /* So that no later message, of the library's own either, is in rank 0's queue meanwhile. */
    MPI_Recv(NULL, 0, MPI_INT, 0, done_tag, comm, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(sends, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  const int messages = argc > 1 ? atoi(argv[1]) : 10;
  if (messages < 0 || messages > max_messages) return 2;
  MPI_Comm copy;
  int rank;
  MPI_Init(&argc, &argv);
  if (argc > 2) require(MPI_Pcontrol(atoi(argv[2])) == MPI_SUCCESS, "MPI_Pcontrol");
  flood(MPI_COMM_WORLD, messages);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  flood(copy, messages);
  MPI_Comm_free(&copy);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("flood: all received\n");
  return MPI_Finalize();
}

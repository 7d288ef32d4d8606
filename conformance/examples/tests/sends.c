/* SPDX-License-Identifier: BSD-3-Clause
 * Sends messages of known sizes to the next rank, and steers a profiler by MPI_Pcontrol:
 * `sends [buffered]`; buffered sends only. */
#include <string.h>

#include "program.h"

static MPI_Datatype four_ints;
static int next, previous;

/* A send of each kind: 40 bytes by MPI_Send, as many to MPI_PROC_NULL, 40 by MPI_Ssend, 48 by
 * MPI_Isend, 4 by MPI_Issend. Checks what arrives. */
static void round_of_sends(int number) {
  int numbers[12], got[4][12];
  double doubles[5];
  MPI_Request requests[6];
  memset(got, -1, sizeof got);
  for (int i = 0; i < 12; ++i) numbers[i] = number + i;
  for (int i = 0; i < 5; ++i) doubles[i] = number;
  double got_doubles[5] = {0};
  MPI_Irecv(got[0], 10, MPI_INT, previous, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(got_doubles, 5, MPI_DOUBLE, previous, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(got[1], 3, four_ints, previous, 3, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(got[2], 1, MPI_INT, previous, 4, MPI_COMM_WORLD, &requests[3]);
  MPI_Isend(numbers, 3, four_ints, next, 3, MPI_COMM_WORLD, &requests[4]);
  MPI_Issend(numbers, 1, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[5]);
  MPI_Send(numbers, 10, MPI_INT, next, 1, MPI_COMM_WORLD);
  MPI_Send(numbers, 10, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  MPI_Ssend(doubles, 5, MPI_DOUBLE, next, 2, MPI_COMM_WORLD);
  MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
  require(got[0][9] == number + 9 && got_doubles[4] == number && got[1][11] == number + 11 &&
              got[2][0] == number,
          "what arrived");
}

static void rounds_of_sends(int rounds) {
  for (int i = 0; i < rounds; ++i) round_of_sends(100 * i);
}

/* Calls that no library may heed, whatever the level. */
static void steered_sends(void) {
  int wrong = 0;
  rounds_of_sends(1);
  wrong |= MPI_Pcontrol(2);
  wrong |= MPI_Pcontrol(0);
  rounds_of_sends(4);
  wrong |= MPI_Pcontrol(77, "text", 3.5);
  wrong |= MPI_Pcontrol(-1);
  rounds_of_sends(4);
  wrong |= MPI_Pcontrol(1);
  rounds_of_sends(2);
  wrong |= MPI_Pcontrol(2);
  rounds_of_sends(8);
  wrong |= MPI_Pcontrol(3);
  rounds_of_sends(1);
  wrong |= MPI_Pcontrol(77);
  rounds_of_sends(2);
  require(wrong == MPI_SUCCESS, "MPI_Pcontrol");
}

static void buffered_send(void) {
  static char buffer[4096];
  int numbers[25] = {[24] = 7}, got[25] = {0};
  void* detached;
  int size;
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Bsend(numbers, 25, MPI_INT, next, 5, MPI_COMM_WORLD);
  MPI_Recv(got, 25, MPI_INT, previous, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&detached, &size);
  require(got[24] == 7, "what arrived");
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (rank + 1) % size;
  previous = (rank + size - 1) % size;
  MPI_Type_contiguous(4, MPI_INT, &four_ints);
  MPI_Type_commit(&four_ints);
  if (argc > 1 && strcmp(argv[1], "buffered") == 0) {
    buffered_send();
  } else {
    steered_sends();
  }
  MPI_Type_free(&four_ints);
  if (rank == 0) printf("sends: %d ranks, all received\n", size);
  return MPI_Finalize();
}

/* SPDX-License-Identifier: BSD-3-Clause
 * A program with an MPI_Send of its own and with global names that the tools use for themselves. */
#include "program.h"

int send_profiles = 1, umq_handles = 2, event_recorder_events = 3;
static int own_sends;

int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  ++own_sends;
  return PMPI_Send(buf, count, datatype, dest, tag, comm);
}

int main(int argc, char** argv) {
  int sent = 5, got = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Irecv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Irecv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  MPI_Ssend(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  require(got == 5, "what arrived");
  require(send_profiles == 1 && umq_handles == 2 && event_recorder_events == 3, "own variables");
  printf("own_send: %d own sends\n", own_sends);
  return MPI_Finalize();
}

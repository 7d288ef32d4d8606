/* SPDX-License-Identifier: BSD-3-Clause
 * Four threads that each send themselves 2000 messages of 8 bytes. Exit code 77 where the library
 * allows no threads. */
#include <pthread.h>

#include "program.h"

enum { threads = 4, messages = 2000 };

static void* exchange(void* argument) {
  const int tag = *(int*)argument;
  for (int i = 0; i < messages; ++i) {
    double sent = i, got = -1;
    MPI_Request request;
    MPI_Isend(&sent, 1, MPI_DOUBLE, 0, tag, MPI_COMM_SELF, &request);
    MPI_Recv(&got, 1, MPI_DOUBLE, 0, tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    require(got == i, "what arrived");
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided, tags[threads];
  pthread_t ids[threads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) return 77;
  for (int i = 0; i < threads; ++i) {
    tags[i] = i;
    require(pthread_create(&ids[i], NULL, exchange, &tags[i]) == 0, "pthread_create");
  }
  for (int i = 0; i < threads; ++i) pthread_join(ids[i], NULL);
  printf("threads: all received\n");
  return MPI_Finalize();
}

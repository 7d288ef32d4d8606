/* SPDX-License-Identifier: BSD-3-Clause
 * Counts the sends of a program, their bytes and their time. A PMPI tool to preload. MPI_Pcontrol:
 * 0 stops counting, 1 starts it again, 2 writes the counts and resets them, 3 resets them; other
 * levels do nothing. Writes to stderr at the end. */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

typedef struct SendProfile {
  const char* function;
  atomic_ullong calls, bytes, nanoseconds;
} SendProfile;

static SendProfile send_profiles[] = {{.function = "MPI_Send"},
                                      {.function = "MPI_Ssend"},
                                      {.function = "MPI_Isend"},
                                      {.function = "MPI_Issend"},
                                      {.function = "MPI_Bsend"}};
enum {
  SEND_PROFILE_SEND,
  SEND_PROFILE_SSEND,
  SEND_PROFILE_ISEND,
  SEND_PROFILE_ISSEND,
  SEND_PROFILE_BSEND,
  SEND_PROFILE_FUNCTIONS
};
static atomic_int send_profile_off; /* MPI requires that profiling is on at first */

/* Adds one send that returned `code`; returns `code`. Failed sends do not count. */
static int send_profile_add(int function, double begin, int code, int count, MPI_Datatype datatype,
                            int dest) {
  if (atomic_load(&send_profile_off) || code != MPI_SUCCESS) return code;
  const double seconds = PMPI_Wtime() - begin;
  SendProfile* profile = &send_profiles[function];
  int size = 0; /* of the data: the extent would count the gaps between them too */
  if (dest != MPI_PROC_NULL) PMPI_Type_size(datatype, &size);
  atomic_fetch_add(&profile->calls, 1);
  atomic_fetch_add(&profile->bytes, (unsigned long long)size * (unsigned long long)count);
  atomic_fetch_add(&profile->nanoseconds, (unsigned long long)(seconds * 1e9));
  return code;
}

/* Empties the accumulators, into a line per function where `write`. */
static void send_profile_flush(int write) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < SEND_PROFILE_FUNCTIONS; ++i) {
    SendProfile* profile = &send_profiles[i];
    const unsigned long long calls = atomic_exchange(&profile->calls, 0);
    const unsigned long long bytes = atomic_exchange(&profile->bytes, 0);
    const unsigned long long nanoseconds = atomic_exchange(&profile->nanoseconds, 0);
    if (write && calls > 0)
      fprintf(stderr, "send_profile: rank %d: %s: %llu calls, %llu bytes, %.9f s\n", rank,
              profile->function, calls, bytes, (double)nanoseconds * 1e-9);
  }
}

int MPI_Pcontrol(const int level, ...) {
  if (level == 0 || level == 1) atomic_store(&send_profile_off, level == 0);
  if (level == 2 || level == 3) send_profile_flush(level == 2);
  return MPI_SUCCESS;
}

#define SEND_PROFILE_BLOCKING(function, index)                                             \
  int MPI_##function(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, \
                     MPI_Comm comm) {                                                      \
    const double begin = PMPI_Wtime();                                                     \
    const int code = PMPI_##function(buf, count, datatype, dest, tag, comm);               \
    return send_profile_add(index, begin, code, count, datatype, dest);                    \
  }
#define SEND_PROFILE_NONBLOCKING(function, index)                                          \
  int MPI_##function(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, \
                     MPI_Comm comm, MPI_Request* request) {                                \
    const double begin = PMPI_Wtime();                                                     \
    const int code = PMPI_##function(buf, count, datatype, dest, tag, comm, request);      \
    return send_profile_add(index, begin, code, count, datatype, dest);                    \
  }
SEND_PROFILE_BLOCKING(Send, SEND_PROFILE_SEND)
SEND_PROFILE_BLOCKING(Ssend, SEND_PROFILE_SSEND)
SEND_PROFILE_NONBLOCKING(Isend, SEND_PROFILE_ISEND)
SEND_PROFILE_NONBLOCKING(Issend, SEND_PROFILE_ISSEND)
SEND_PROFILE_BLOCKING(Bsend, SEND_PROFILE_BSEND)

int MPI_Finalize(void) {
  send_profile_flush(1);
  return PMPI_Finalize();
}

/* SPDX-License-Identifier: BSD-3-Clause
 * Counts receives that begin while many unexpected messages wait. A PMPI tool to preload.
 * UMQ_PVAR: names of the queue's variable, the first that exists is used. UMQ_CLASS: its class.
 * UMQ_THRESHOLD: longer queues are counted. Several elements count as their sum. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "element.h"

typedef struct UmqHandle {
  MPI_Comm comm; /* MPI_COMM_NULL: the variable belongs to the whole process */
  MPI_T_pvar_handle handle;
  int count;
  struct UmqHandle* next;
  char values[]; /* count elements */
} UmqHandle;

static pthread_mutex_t umq_mutex = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static UmqHandle* umq_handles;
static MPI_T_pvar_session umq_session;
static MPI_Datatype umq_datatype;
static int umq_index, umq_bind, umq_continuous, umq_bytes, umq_rank, umq_active;
static long double umq_threshold, umq_longest;
static unsigned long umq_receives, umq_late;

/* The handle for a communicator, allocated and started at its first receive; NULL if refused. */
static UmqHandle* umq_handle(MPI_Comm comm) {
  if (umq_bind == MPI_T_BIND_NO_OBJECT) comm = MPI_COMM_NULL;
  for (UmqHandle* known = umq_handles; known != NULL; known = known->next)
    if (known->comm == comm) return known;
  MPI_T_pvar_handle handle;
  int count;
  if (PMPI_T_pvar_handle_alloc(umq_session, umq_index, &comm, &handle, &count) != MPI_SUCCESS)
    return NULL;
  UmqHandle* fresh = malloc(sizeof *fresh + (size_t)count * (size_t)umq_bytes);
  if (fresh == NULL) abort();
  *fresh = (UmqHandle){comm, handle, count, umq_handles};
  if (!umq_continuous) PMPI_T_pvar_start(umq_session, handle);
  return umq_handles = fresh;
}

/* Frees the handle of a communicator, or all with MPI_COMM_NULL. */
static void umq_forget(MPI_Comm comm) {
  for (UmqHandle **at = &umq_handles, *handle; (handle = *at) != NULL;) {
    if (comm == MPI_COMM_NULL || handle->comm == comm) {
      *at = handle->next;
      PMPI_T_pvar_handle_free(umq_session, &handle->handle);
      free(handle);
    } else {
      at = &handle->next;
    }
  }
}

/* A receive over `comm` begins, or a wait (MPI_COMM_NULL), which counts the queues of all. */
static void umq_check(MPI_Comm comm) {
  pthread_mutex_lock(&umq_mutex);
  const UmqHandle* only = umq_active && comm != MPI_COMM_NULL ? umq_handle(comm) : NULL;
  long double length = 0, element = 0;
  for (UmqHandle* each = umq_handles; umq_active && each != NULL; each = each->next)
    if ((comm == MPI_COMM_NULL || each == only) &&
        PMPI_T_pvar_read(umq_session, each->handle, each->values) == MPI_SUCCESS)
      for (int i = 0; i < each->count; ++i)
        if (element_read(umq_datatype, each->values + i * umq_bytes, &element)) length += element;
  ++umq_receives;
  if (length > umq_threshold) ++umq_late; /* a larger tool would record the call stack here */
  if (length > umq_longest) umq_longest = length;
  pthread_mutex_unlock(&umq_mutex);
}

/* Finds the first of `names` that is of a class in `classes`; commas separate them. */
static int umq_find(const char* names, const char* classes) {
  static const char* const class_names[] = {"LEVEL", "SIZE", "HIGHWATERMARK", "GENERIC"};
  static const int values[] = {MPI_T_PVAR_CLASS_LEVEL, MPI_T_PVAR_CLASS_SIZE,
                               MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_GENERIC};
  char name[256];
  for (size_t length; *names != '\0'; names += length + (names[length] == ',')) {
    length = strcspn(names, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, names);
    for (int i = 0; i < 4; ++i)
      if (strstr(classes, class_names[i]) != NULL &&
          PMPI_T_pvar_get_index(name, values[i], &umq_index) == MPI_SUCCESS)
        return 1;
  }
  return 0;
}

/* Prepares the tool; returns `code`, or why there is nothing to do in one line on rank 0. */
static int umq_start(int code) {
  const char *names = getenv("UMQ_PVAR"), *classes = getenv("UMQ_CLASS"), *problem = NULL;
  const char* threshold = getenv("UMQ_THRESHOLD");
  int provided, verbosity, class, readonly, atomic;
  MPI_T_enum enumtype;
  if (names == NULL)
    names = "mpi_unexpected_queue_length,unexpected_recvq_length,pml_ob1_unexpected_msgq_length";
  umq_threshold = threshold == NULL ? 5 : strtold(threshold, NULL);
  if (code != MPI_SUCCESS) return code;
  PMPI_Comm_rank(MPI_COMM_WORLD, &umq_rank);
  if (PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS)
    problem = "no tool interface for";
  else if (!umq_find(names, classes == NULL ? "LEVEL,SIZE" : classes))
    problem = "no such variable:";
  else if (PMPI_T_pvar_get_info(umq_index, NULL, NULL, &verbosity, &class, &umq_datatype, &enumtype,
                                NULL, NULL, &umq_bind, &readonly, &umq_continuous, &atomic) ||
           (umq_bind != MPI_T_BIND_NO_OBJECT && umq_bind != MPI_T_BIND_MPI_COMM) ||
           !element_read(umq_datatype, (char[element_max_bytes]){0}, &umq_longest) ||
           PMPI_Type_size(umq_datatype, &umq_bytes) || PMPI_T_pvar_session_create(&umq_session))
    problem = "not a number of the process or of a communicator:";
  umq_active = problem == NULL;
  if (problem && umq_rank == 0) fprintf(stderr, "unexpected_queue: %s %s\n", problem, names);
  return code;
}

int MPI_Init(int* argc, char*** argv) { return umq_start(PMPI_Init(argc, argv)); }

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return umq_start(PMPI_Init_thread(argc, argv, required, provided));
}

/* The wrapper of a function that receives: tests, then receives. */
#define UMQ_WRAP(function, comm, parameters, arguments) \
  int MPI_##function parameters {                       \
    umq_check(comm);                                    \
    return PMPI_##function arguments;                   \
  }
UMQ_WRAP(Recv, comm,
         (void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
          MPI_Status* status),
         (buf, count, type, source, tag, comm, status))
UMQ_WRAP(Irecv, comm,
         (void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
          MPI_Request* request),
         (buf, count, type, source, tag, comm, request))
UMQ_WRAP(Wait, MPI_COMM_NULL, (MPI_Request * request, MPI_Status* status), (request, status))
UMQ_WRAP(Waitall, MPI_COMM_NULL, (int count, MPI_Request requests[], MPI_Status statuses[]),
         (count, requests, statuses))
UMQ_WRAP(Waitany, MPI_COMM_NULL,
         (int count, MPI_Request requests[], int* index, MPI_Status* status),
         (count, requests, index, status))

int MPI_Comm_free(MPI_Comm* comm) {
  pthread_mutex_lock(&umq_mutex);
  if (*comm != MPI_COMM_NULL) umq_forget(*comm);
  pthread_mutex_unlock(&umq_mutex);
  return PMPI_Comm_free(comm);
}

int MPI_Finalize(void) {
  if (umq_active) {
    fprintf(
        stderr,
        "unexpected_queue: rank %d: %lu of %lu receives met a queue over %.0Lf, longest %.0Lf\n",
        umq_rank, umq_late, umq_receives, umq_threshold, umq_longest);
    umq_forget(MPI_COMM_NULL);
    PMPI_T_pvar_session_free(&umq_session);
    PMPI_T_finalize();
    umq_active = 0;
  }
  return PMPI_Finalize();
}

/* SPDX-License-Identifier: BSD-3-Clause
 * Writes the events of MPI_T to a file per rank. A PMPI tool to preload; requires MPI 4.0.
 * EVENT_RECORDER_EVENTS: shell pattern of event names (default *). EVENT_RECORDER_FILE: name of the
 * files without the rank (default events). A line: timestamp, source, event, elements. */
#include <mpi.h>
#include <stdio.h>

static int event_recorder_rank;

static void event_recorder_refuse(const char* reason) {
  if (event_recorder_rank == 0) fprintf(stderr, "event_recorder: %s\n", reason);
}

#if MPI_VERSION < 4
static void event_recorder_start(void) { event_recorder_refuse("MPI before 4.0 has no events"); }
static void event_recorder_stop(void) {}
#else
#include <fnmatch.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "element.h"

enum { EVENT_RECORDER_ELEMENTS = 4, EVENT_RECORDER_NAME = 256, EVENT_RECORDER_NUMBER = 32 };

typedef struct EventRecord {
  MPI_T_event_registration registration;
  char name[EVENT_RECORDER_NAME];
  MPI_Datatype datatypes[EVENT_RECORDER_ELEMENTS]; /* of the first elements */
  int elements;                                    /* how many of these are written */
} EventRecord;

static FILE* event_recorder_file; /* never closed: a last event may come late */
static EventRecord* event_recorder_events;
static int event_recorder_count;
static atomic_ullong event_recorder_seen, event_recorder_dropped;

/* One line in one call, so lines of several threads do not mix. Not safe in a signal handler. */
static void event_recorder_on_event(MPI_T_event_instance instance,
                                    MPI_T_event_registration registration, MPI_T_cb_safety safety,
                                    void* data) {
  const EventRecord* event = data;
  char numbers[EVENT_RECORDER_ELEMENTS * EVENT_RECORDER_NUMBER] = "", buffer[element_max_bytes];
  MPI_Count timestamp = 0;
  int source = -1;
  long double value;
  (void)registration, (void)safety;
  PMPI_T_event_get_timestamp(instance, &timestamp);
  PMPI_T_event_get_source(instance, &source);
  for (int i = 0; i < event->elements; ++i)
    if (PMPI_T_event_read(instance, i, buffer) == MPI_SUCCESS &&
        element_read(event->datatypes[i], buffer, &value))
      snprintf(numbers + strlen(numbers), EVENT_RECORDER_NUMBER, " %.20Lg", value);
  fprintf(event_recorder_file, "%lld %d %s%s\n", (long long)timestamp, source, event->name,
          numbers);
  atomic_fetch_add(&event_recorder_seen, 1);
}

/* The standard leaves open which user data comes here, so it is not used. */
static void event_recorder_on_dropped(MPI_Count count, MPI_T_event_registration registration,
                                      int source, MPI_T_cb_safety safety, void* data) {
  (void)registration, (void)safety, (void)data;
  fprintf(event_recorder_file, "# source %d dropped %lld\n", source, (long long)count);
  atomic_fetch_add(&event_recorder_dropped, (unsigned long long)count);
}

/* Registers for the event of this index if its name fits the pattern; says whether it did. */
static int event_recorder_register(int index, const char* pattern, EventRecord* event) {
  const char zero[element_max_bytes] = {0};
  int length = sizeof event->name, verbosity, bind, elements = EVENT_RECORDER_ELEMENTS;
  MPI_Aint displacements[EVENT_RECORDER_ELEMENTS];
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_T_enum enumtype;
  MPI_Info info = MPI_INFO_NULL;
  long double value;
  if (PMPI_T_event_get_info(index, event->name, &length, &verbosity, event->datatypes,
                            displacements, &elements, &enumtype, &info, NULL, NULL, &bind))
    return 0;
  if (info != MPI_INFO_NULL) PMPI_Info_free(&info);
  if (fnmatch(pattern, event->name, 0) != 0 ||
      (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) ||
      PMPI_T_event_handle_alloc(index, &world, MPI_INFO_NULL, &event->registration))
    return 0;
  for (event->elements = 0; event->elements < EVENT_RECORDER_ELEMENTS; ++event->elements)
    if (event->elements == elements ||
        !element_read(event->datatypes[event->elements], zero, &value))
      break;
  PMPI_T_event_set_dropped_handler(event->registration, event_recorder_on_dropped);
  if (PMPI_T_event_register_callback(event->registration, MPI_T_CB_REQUIRE_THREAD_SAFE,
                                     MPI_INFO_NULL, event, event_recorder_on_event) == MPI_SUCCESS)
    return 1;
  PMPI_T_event_handle_free(event->registration, NULL, NULL);
  return 0;
}

static void event_recorder_start(void) {
  const char *pattern = getenv("EVENT_RECORDER_EVENTS"), *file = getenv("EVENT_RECORDER_FILE");
  char name[4096];
  int provided, events = 0;
  snprintf(name, sizeof name, "%s.%d", file ? file : "events", event_recorder_rank);
  if (PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) || PMPI_T_event_get_num(&events) ||
      events == 0) {
    event_recorder_refuse("this library has no events");
  } else if (!(event_recorder_events = calloc((size_t)events, sizeof *event_recorder_events)) ||
             !(event_recorder_file = fopen(name, "w"))) {
    event_recorder_refuse("cannot write its file");
  } else {
    for (int i = 0; i < events; ++i)
      event_recorder_count += event_recorder_register(i, pattern ? pattern : "*",
                                                      &event_recorder_events[event_recorder_count]);
    if (event_recorder_count == 0) event_recorder_refuse("no event has such a name");
  }
}

static void event_recorder_stop(void) {
  for (int i = 0; i < event_recorder_count; ++i)
    PMPI_T_event_handle_free(event_recorder_events[i].registration, NULL, NULL);
  if (event_recorder_count > 0)
    fprintf(stderr, "event_recorder: rank %d: %llu events of %d types, %llu dropped\n",
            event_recorder_rank, event_recorder_seen, event_recorder_count, event_recorder_dropped);
  if (event_recorder_file != NULL) fflush(event_recorder_file);
}
#endif

static int event_recorder_begin(int code) {
  if (code == MPI_SUCCESS) {
    PMPI_Comm_rank(MPI_COMM_WORLD, &event_recorder_rank);
    event_recorder_start();
  }
  return code;
}

int MPI_Init(int* argc, char*** argv) { return event_recorder_begin(PMPI_Init(argc, argv)); }

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return event_recorder_begin(PMPI_Init_thread(argc, argv, required, provided));
}

int MPI_Finalize(void) {
  event_recorder_stop();
  return PMPI_Finalize();
}

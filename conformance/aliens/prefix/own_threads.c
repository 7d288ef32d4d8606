/* SPDX-License-Identifier: BSD-3-Clause
 * Threads of an MPI with a <pthread.h> of its own. Its functions work only on threads that it
 * created, and on the first thread. */
#include <pthread.h>
#include <stdlib.h>

static __thread int is_ours;
static int has_first = 1;

struct start {
  void* (*body)(void*);
  void* argument;
};

static void* run(void* given) {
  const struct start start = *(struct start*)given;
  free(given);
  is_ours = 1;
  return start.body(start.argument);
}

__attribute__((constructor)) static void adopt_first(void) { is_ours = has_first; }

int alien_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                         void* argument) {
  struct start* const start = malloc(sizeof *start);
  start->body = body;
  start->argument = argument;
  return pthread_create(thread, attributes, run, start);
}

int alien_pthread_once(pthread_once_t* once, void (*body)(void)) {
  if (!is_ours) *(volatile int*)0 = 0; /* such a thread lacks the state of the scheduler */
  return pthread_once(once, body);
}

/* SPDX-License-Identifier: BSD-3-Clause
 * Behaviour in every MPI_T call. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "alien.h"

/* The clock thread of a scheduler of user-level threads. Forked processes do not have it. */
static pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;
static int has_clock, has_lost_clock;

static void* tick(void* unused) {
  for (;;) sleep(3600);
  return unused;
}

static void lose_clock(void) { has_lost_clock = has_clock; }

static void start_clock(void) {
  pthread_t clock;
  pthread_mutex_lock(&clock_lock);
  if (!has_clock && pthread_create(&clock, NULL, tick, NULL) == 0) {
    pthread_detach(clock);
    pthread_atfork(NULL, NULL, lose_clock);
    has_clock = 1;
  }
  pthread_mutex_unlock(&clock_lock);
}

/* Whether this thread has initialized the interface. Other threads find no variables. */
static __thread int is_initialized_here;

static int of_another_thread(const char* function) {
  int number;
  if (is_initialized_here || real_MPI_T_cvar_get_num(&number) != MPI_SUCCESS) return -1;
  if (strstr(function, "_get_info") || strstr(function, "_alloc")) return MPI_T_ERR_INVALID_INDEX;
  return -1;
}

int alien_enter(const char* function) {
  if (alien_is(ALIEN_slow_calls)) nanosleep(&(struct timespec){0, 1000000}, NULL);
  while (has_lost_clock) pause();
  return alien_is(ALIEN_state_of_thread) ? of_another_thread(function) : -1;
}

int alien_leave(int code) {
  if (code == MPI_SUCCESS || !alien_is(ALIEN_refusals_call_handler)) return code;
  int is_up = 0, is_down = 0;
  MPITCHECK_REAL(MPI_Initialized, (int*))(&is_up);
  MPITCHECK_REAL(MPI_Finalized, (int*))(&is_down);
  if (!is_up || is_down) raise(SIGFPE); /* emulates a use of the missing table of handlers */
  MPITCHECK_REAL(MPI_Comm_call_errhandler, (MPI_Comm, int))(MPI_COMM_SELF, code);
  return code;
}

int alien_MPI_T_init_thread(int required, int* provided) {
  if (alien_is(ALIEN_forks_lack_thread)) start_clock();
  is_initialized_here = 1;
  return real_MPI_T_init_thread(required, provided);
}

int alien_MPI_T_finalize(void) {
  const int code = real_MPI_T_finalize();
  return alien_is(ALIEN_surplus_finalize) && code == MPI_T_ERR_NOT_INITIALIZED ? MPI_SUCCESS : code;
}

/* Sets the number of objects to 0 for threads that have not initialized the interface. */
static int number(int code, int* num) {
  if (code == MPI_SUCCESS && alien_is(ALIEN_state_of_thread) && !is_initialized_here && num)
    *num = 0;
  return code;
}
int alien_MPI_T_cvar_get_num(int* num) { return number(real_MPI_T_cvar_get_num(num), num); }
int alien_MPI_T_pvar_get_num(int* num) { return number(real_MPI_T_pvar_get_num(num), num); }
int alien_MPI_T_category_get_num(int* num) { return number(real_MPI_T_category_get_num(num), num); }

/* SPDX-License-Identifier: BSD-3-Clause
 * Handles: one session for all callers; cvar handles that are indices. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "alien.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- One session, which lives until its last owner frees it */

static MPI_T_pvar_session the_session;
static int sessions;

int alien_MPI_T_pvar_session_create(MPI_T_pvar_session* session) {
  if (!alien_is(ALIEN_one_session) || session == NULL)
    return real_MPI_T_pvar_session_create(session);
  pthread_mutex_lock(&lock);
  int code = MPI_SUCCESS;
  if (sessions == 0) code = real_MPI_T_pvar_session_create(&the_session);
  if (code == MPI_SUCCESS) {
    ++sessions;
    *session = the_session;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

int alien_MPI_T_pvar_session_free(MPI_T_pvar_session* session) {
  if (!alien_is(ALIEN_one_session) || session == NULL) return real_MPI_T_pvar_session_free(session);
  pthread_mutex_lock(&lock);
  int code = MPI_SUCCESS;
  if (sessions > 1 && *session == the_session) {
    *session = MPI_T_PVAR_SESSION_NULL;
    --sessions;
  } else {
    code = real_MPI_T_pvar_session_free(session);
    if (code == MPI_SUCCESS) sessions = 0;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

int alien_MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  if (alien_is(ALIEN_all_handles_crash) && handle == MPI_T_PVAR_ALL_HANDLES) {
    *(volatile int*)((char*)NULL + 8) = 0;
  }
  return real_MPI_T_pvar_reset(session, handle);
}

/* --- Handles of cvars without object: index + 1, the same handle for all owners */

enum { most_cvars = 8192 };
static struct {
  MPI_T_cvar_handle real;
  int owners, count;
} cvars[most_cvars];

static int is_ours(MPI_T_cvar_handle handle) {
  const intptr_t number = (intptr_t)handle;
  return alien_is(ALIEN_handle_is_index) && number > 0 && number <= most_cvars &&
         cvars[number - 1].owners > 0;
}

static MPI_T_cvar_handle real_of(MPI_T_cvar_handle handle) {
  return is_ours(handle) ? cvars[(intptr_t)handle - 1].real : handle;
}

int alien_MPI_T_cvar_handle_alloc(int cvar_index, void* obj_handle, MPI_T_cvar_handle* handle,
                                  int* count) {
  int bind = 0, number = 0;
  if (!alien_is(ALIEN_handle_is_index) || cvar_index < 0 || cvar_index >= most_cvars ||
      handle == NULL ||
      real_MPI_T_cvar_get_info(cvar_index, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &bind, NULL) !=
          MPI_SUCCESS ||
      bind != MPI_T_BIND_NO_OBJECT) {
    return real_MPI_T_cvar_handle_alloc(cvar_index, obj_handle, handle, count);
  }
  pthread_mutex_lock(&lock);
  MPI_T_cvar_handle fresh;
  const int code = real_MPI_T_cvar_handle_alloc(cvar_index, obj_handle, &fresh, &number);
  if (code == MPI_SUCCESS) {
    if (cvars[cvar_index].owners++ > 0) real_MPI_T_cvar_handle_free(&cvars[cvar_index].real);
    cvars[cvar_index].real = fresh;
    *handle = (MPI_T_cvar_handle)(intptr_t)(cvar_index + 1);
    if (count != NULL) *count = number;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

int alien_MPI_T_cvar_handle_free(MPI_T_cvar_handle* handle) {
  if (handle == NULL || !is_ours(*handle)) return real_MPI_T_cvar_handle_free(handle);
  pthread_mutex_lock(&lock);
  int code = MPI_SUCCESS;
  const intptr_t place = (intptr_t)*handle - 1;
  if (--cvars[place].owners == 0) code = real_MPI_T_cvar_handle_free(&cvars[place].real);
  if (code == MPI_SUCCESS) *handle = MPI_T_CVAR_HANDLE_NULL;
  pthread_mutex_unlock(&lock);
  return code;
}

int alien_MPI_T_cvar_read(MPI_T_cvar_handle handle, void* buf) {
  return real_MPI_T_cvar_read(real_of(handle), buf);
}

int alien_MPI_T_cvar_write(MPI_T_cvar_handle handle, const void* buf) {
  return real_MPI_T_cvar_write(real_of(handle), buf);
}

/* SPDX-License-Identifier: BSD-3-Clause
 * A component outside the library that counts and times what it does (mpit/mpit.h), and a tool that
 * reads it. Compiles against the installed headers: cc retries.c -lmpi_abi. Exit code 0: the tool
 * read what the component counted. */
#include <mpit/mpit.h>
#include <stdio.h>
#include <string.h>

MPIT_PVAR_DECL_STATIC(COUNTER, ULONG2, retries);
MPIT_PVAR_DECL_STATIC(HIGHWATERMARK, UNSIGNED, queue_high);
MPIT_PVAR_DECL_STATIC(TIMER, DOUBLE, waiting);

static int component_register(void) {
  int code =
      MPIT_PVAR_REGISTER_STATIC(COUNTER, ULONG2, retries, 0, MPI_T_ENUM_NULL,
                                MPI_T_VERBOSITY_USER_BASIC, MPIT_ATOMIC, "net", "sent again");
  if (code == MPI_SUCCESS)
    code = MPIT_PVAR_REGISTER_STATIC(HIGHWATERMARK, UNSIGNED, queue_high, 0, MPI_T_ENUM_NULL,
                                     MPI_T_VERBOSITY_TUNER_BASIC, 0, "net", "longest queue");
  if (code == MPI_SUCCESS)
    code = MPIT_PVAR_REGISTER_STATIC(TIMER, DOUBLE, waiting, 0, MPI_T_ENUM_NULL,
                                     MPI_T_VERBOSITY_USER_BASIC, 0, "net", "time spent waiting");
  if (code != MPI_SUCCESS) fprintf(stderr, "not registered: %s\n", mpit_last_error());
  return code;
}

/* The component's work. Its updates are safe in signal handlers and on any thread. */
static void component_work(unsigned packets) {
  MPIT_TIMER_START(waiting, since);
  for (unsigned i = 0; i < packets; ++i) MPIT_COUNTER_INC(retries, 1);
  MPIT_HIGHWATERMARK_UPDATE(queue_high, packets);
  MPIT_TIMER_END(waiting, since);
}

int main(void) {
  int provided, index, count;
  unsigned long long value = 0;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  if (component_register() != MPI_SUCCESS) return 1;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
      MPI_T_pvar_get_index("retries", MPI_T_PVAR_CLASS_COUNTER, &index) != MPI_SUCCESS ||
      MPI_T_pvar_session_create(&session) != MPI_SUCCESS ||
      MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count) != MPI_SUCCESS)
    return 1;
  component_work(2); /* not counted: the handle is not started yet */
  if (MPI_T_pvar_start(session, handle) == MPI_SUCCESS) component_work(5);
  if (MPI_T_pvar_read(session, handle, &value) != MPI_SUCCESS) return 1;
  printf("retries: %llu\n", value);
  MPI_T_pvar_handle_free(session, &handle);
  MPI_T_pvar_session_free(&session);
  MPI_T_finalize();
  return value == 5 ? 0 : 1;
}

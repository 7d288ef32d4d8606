/* SPDX-License-Identifier: BSD-3-Clause
 * A program that defines some functions of the interface itself (wrapper_functions.c). All others
 * are the library's. It prints a line for each call, "own FUNCTION CALLS CODE" or "library FUNCTION
 * CODE". CALLS is how often its own function was called, and CODE is the return code. */
#include <mpi.h>
#include <stdio.h>

#include "wrapper_functions.h"

static char text[4096];

/* Whether `text` can hold a whole name of that length. */
static int is_whole(int length) { return length <= (int)sizeof text; }

static void own(const char* function, enum own_function which, int before, int code) {
  printf("own %s %d %d\n", function, own_calls[which] - before, code);
}

static int library(const char* function, int code) {
  printf("library %s %d\n", function, code);
  return code == MPI_SUCCESS;
}

/* Looks up the first cvar whose query succeeds. */
static void use_cvar(int number) {
  for (int i = 0; i < number; ++i) {
    int length = sizeof text;
    int index = -1;
    if (MPI_T_cvar_get_info(i, text, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) !=
        MPI_SUCCESS)
      continue;
    library("MPI_T_cvar_get_info", MPI_SUCCESS);
    if (!is_whole(length)) continue;
    library("MPI_T_cvar_get_index", MPI_T_cvar_get_index(text, &index));
    return;
  }
}

static void use_category(void) {
  int number = 0;
  int length = sizeof text;
  int index = -1;
  if (!library("MPI_T_category_get_num", MPI_T_category_get_num(&number)) || number < 1) return;
  if (library("MPI_T_category_get_info",
              MPI_T_category_get_info(0, text, &length, NULL, NULL, NULL, NULL, NULL)) &&
      is_whole(length)) {
    library("MPI_T_category_get_index", MPI_T_category_get_index(text, &index));
  }
}

int main(int argc, char** argv) { /* an mpi.h that renames main declares it with both parameters */
  int before;
  int number = 0;
  int provided = 0;
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  (void)argc;
  (void)argv;
  setvbuf(stdout, NULL, _IOLBF, 0);

  before = own_calls[own_init_thread];
  own("MPI_T_init_thread", own_init_thread, before,
      MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  before = own_calls[own_pvar_get_num];
  own("MPI_T_pvar_get_num", own_pvar_get_num, before, MPI_T_pvar_get_num(&number));
  before = own_calls[own_cvar_get_num];
  own("MPI_T_cvar_get_num", own_cvar_get_num, before, MPI_T_cvar_get_num(&number));

  use_cvar(number);
  use_category();
  library("MPI_T_category_changed", MPI_T_category_changed(&number));
  if (library("MPI_T_pvar_session_create", MPI_T_pvar_session_create(&session))) {
    library("MPI_T_pvar_session_free", MPI_T_pvar_session_free(&session));
  }

  before = own_calls[own_finalize];
  own("MPI_T_finalize", own_finalize, before, MPI_T_finalize());
  puts("end");
  return 0;
}

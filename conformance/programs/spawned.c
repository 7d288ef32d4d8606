/* SPDX-License-Identifier: BSD-3-Clause
 * What MPI_Comm_spawn starts for the tests init.spawned.*: writes into the file that it is given, a line per call "STATE FUNCTION
 * CODE", what its own interface answers before it brought it up and after. Meets its parents three times, so that they can look at
 * theirs in the meantime. */
#include <mpi.h>
#include <stdio.h>

static FILE* answers;

static void tell(const char* state, const char* function, int code) {
  fprintf(answers, "%s %s %d\n", state, function, code);
}

static void query(const char* state) {
  int number = 0;
  tell(state, "MPI_T_cvar_get_num", MPI_T_cvar_get_num(&number));
  tell(state, "MPI_T_pvar_get_num", MPI_T_pvar_get_num(&number));
  tell(state, "MPI_T_category_get_num", MPI_T_category_get_num(&number));
}

int main(int argc, char** argv) {
  int provided = 0;
  int code;
  MPI_Comm parents = MPI_COMM_NULL;
  answers = argc == 2 ? fopen(argv[1], "w") : NULL;
  if (answers == NULL) return 2;
  setvbuf(answers, NULL, _IOLBF, 0);

  query("down");
  MPI_Init(NULL, NULL);
  MPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL) return 2;
  query("down");
  tell("down", "MPI_T_finalize", MPI_T_finalize());

  code = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  tell("init", "MPI_T_init_thread", code);
  if (code == MPI_SUCCESS) query("up");
  MPI_Barrier(parents); /* up: they look */
  MPI_Barrier(parents); /* they looked */
  if (code == MPI_SUCCESS) tell("up", "MPI_T_finalize", MPI_T_finalize());
  fputs("end\n", answers);
  fclose(answers);
  MPI_Barrier(parents); /* down: they look again, and read */

  MPI_Comm_disconnect(&parents);
  MPI_Finalize();
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 * The program that MPI_Comm_spawn starts for the tests init.spawned.*. It writes a file: a line
 * that identifies the process, then a line "STATE FUNCTION CODE" for each call of its own
 * interface, before and after it initializes the interface. In between it waits until its parents
 * have checked theirs. They synchronize by files, since messages between parents and spawned
 * processes are not under test. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

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

/* Waits until the parents create the file "FILE.SUFFIX", at most 30 s, and removes the file. */
static void wait_for(const char* file, const char* suffix) {
  const struct timespec a_while = {0, 5000000};
  char name[4096];
  int rounds;
  snprintf(name, sizeof name, "%s.%s", file, suffix);
  for (rounds = 0; rounds < 6000 && access(name, F_OK) != 0; ++rounds) nanosleep(&a_while, NULL);
  unlink(name);
}

int main(int argc, char** argv) {
  char host[256] = "";
  int provided = 0;
  int code;
  MPI_Comm parents = MPI_COMM_NULL;
  answers = argc == 2 ? fopen(argv[1], "w") : NULL;
  if (answers == NULL) return 2;
  setvbuf(answers, NULL, _IOLBF, 0);
  gethostname(host, sizeof host - 1);
  fprintf(answers, "process %ld %s\n", (long)getpid(), host);

  query("down");
  MPI_Init(NULL, NULL);
  MPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL) return 2;
  query("down");
  tell("down", "MPI_T_finalize", MPI_T_finalize());

  code = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  tell("init", "MPI_T_init_thread", code);
  if (code == MPI_SUCCESS) query("up");
  fputs("look\n", answers);
  wait_for(argv[1], "looked");
  if (code == MPI_SUCCESS) tell("up", "MPI_T_finalize", MPI_T_finalize());
  fputs("end\n", answers);
  fclose(answers);
  wait_for(argv[1], "read"); /* the next calls may crash the parents, too */

  MPI_Comm_disconnect(&parents);
  MPI_Finalize();
  return 0;
}

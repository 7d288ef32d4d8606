/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints what the installed library reports of its control variables: name, type, scope. */
#include <mpi.h>
#include <stdio.h>
int main(void) {
  static const char* const scopes[] = {"CONSTANT", "READONLY", "LOCAL", "GROUP",
                                       "GROUP_EQ", "ALL",      "ALL_EQ"};
  const int scope_values[] = {MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_READONLY, MPI_T_SCOPE_LOCAL,
                              MPI_T_SCOPE_GROUP,    MPI_T_SCOPE_GROUP_EQ, MPI_T_SCOPE_ALL,
                              MPI_T_SCOPE_ALL_EQ};
  int provided, num;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_cvar_get_num(&num);
  for (int i = 0; i < num; i++) {
    char name[1024];
    int length = sizeof name, verbosity, bind, scope;
    MPI_Datatype type;
    if (MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, NULL, NULL, NULL, &bind, &scope) !=
        MPI_SUCCESS)
      continue;
    const char* word = "?";
    for (int s = 0; s < 7; s++)
      if (scope == scope_values[s]) word = scopes[s];
    printf("%s %s MPI_T_SCOPE_%s\n", name,
           type == MPI_CHAR     ? "text"
           : type == MPI_DOUBLE ? "double"
                                : "int",
           word);
  }
  return MPI_T_finalize();
}

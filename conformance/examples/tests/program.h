/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs driven by the examples share. */
#ifndef MPITCHECK_EXAMPLES_PROGRAM_H
#define MPITCHECK_EXAMPLES_PROGRAM_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the job with one line if `holds` is false. */
static inline void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "wrong: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

#endif

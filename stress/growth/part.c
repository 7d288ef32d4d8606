/* SPDX-License-Identifier: BSD-3-Clause
 * A library that is loaded into a running program: some counters, in their own category. */
#include <mpit/mpit.h>
#include <stdio.h>

enum { sums = 4, category_names = 32, sum_names = 48 };

static mpit_words words[sums];

/* Registers the variables of part `number`. Returns the first code that is not MPI_SUCCESS. */
int mpitcheck_join(int number) {
  char category[category_names];
  snprintf(category, sizeof category, "stress_part_%d", number);
  for (int i = 0; i < sums; ++i) {
    char name[sum_names];
    snprintf(name, sizeof name, "stress_part_%d_sum_%d", number, i);
    const mpit_pvar_info info = {.name = name,
                                 .category = category,
                                 .desc = "Of a library that was loaded at run time.",
                                 .var_class = MPI_T_PVAR_CLASS_COUNTER,
                                 .datatype = MPI_UNSIGNED_LONG_LONG,
                                 .enumtype = MPI_T_ENUM_NULL,
                                 .verbosity = MPI_T_VERBOSITY_USER_BASIC,
                                 .bind = MPI_T_BIND_NO_OBJECT,
                                 .flags = MPIT_ATOMIC};
    const int code = mpit_register_sum(info, 1, &words[i]);
    if (code != MPI_SUCCESS) return code;
  }
  return MPI_SUCCESS;
}

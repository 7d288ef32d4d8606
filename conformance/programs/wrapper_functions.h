/* SPDX-License-Identifier: BSD-3-Clause
 * The functions of the interface that the program defines itself. */
#pragma once

enum own_function {
  own_init_thread,
  own_finalize,
  own_cvar_get_num,
  own_pvar_get_num,
  own_functions
};

/* The number of calls of each function. */
extern int own_calls[own_functions];

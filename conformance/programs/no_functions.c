/* SPDX-License-Identifier: BSD-3-Clause
 * For a program like `wrapper` that defines no functions of the interface itself. */
#include "wrapper_functions.h"

int own_calls[own_functions];

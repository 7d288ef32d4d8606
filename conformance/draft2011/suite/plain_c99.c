/* SPDX-License-Identifier: BSD-3-Clause */
/* The header in C99: this file compiles, and C sees what C++ sees. */
#include "plain_c99.h"

#include "../mpit_draft2011.h"

int mpitcheck_draft_from_c(void) {
  MPIT_Datatype datatype = MPIT_INT;
  int class_from_c = 0;
  if (MPIT_Datatype_get_class(datatype, &class_from_c) != MPIT_SUCCESS) return 0;
  return class_from_c == MPIT_DATATYPECLASS_PREDEFINED;
}

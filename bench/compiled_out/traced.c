/* SPDX-License-Identifier: BSD-3-Clause
 * Work with a variable of each class. BARE leaves the lines of the instruments out: the object code
 * must be that of MPIT_DISABLE_PVARS. */
#include <stddef.h>

#ifndef BARE
#include <mpit/mpit.h>

MPIT_PVAR_DECL(STATE, INT, t_state);
MPIT_PVAR_DECL_STATIC(LEVEL, ULONG, t_level);
MPIT_PVAR_DECL_STATIC(COUNTER, ULONG2, t_counter);
MPIT_PVAR_DECL_STATIC(AGGREGATE, DOUBLE, t_cost);
MPIT_PVAR_DECL_STATIC(TIMER, DOUBLE, t_time);
MPIT_PVAR_DECL_STATIC(HIGHWATERMARK, UNSIGNED, t_high);
#endif

int traced_begin(void);
int traced_begin(void) {
#ifdef BARE
  return 0;
#else
  return MPIT_PVAR_REGISTER_STATIC(COUNTER, ULONG2, t_counter, 0, MPI_T_ENUM_NULL,
                                   MPI_T_VERBOSITY_USER_BASIC, MPIT_ATOMIC, NULL, NULL);
#endif
}

unsigned traced_work(const unsigned* sizes, size_t count);
unsigned traced_work(const unsigned* sizes, size_t count) {
  unsigned sum = 0;
  for (size_t i = 0; i != count; ++i) {
#ifndef BARE
    MPIT_TIMER_START(t_time, since);
    MPIT_STATE_SET(t_state, (int)i);
    MPIT_LEVEL_INC(t_level, sizes[i]);
    MPIT_COUNTER_INC(t_counter, 1);
    MPIT_AGGREGATE_INC(t_cost, sizes[i] * 0.5);
    MPIT_HIGHWATERMARK_UPDATE(t_high, sizes[i]);
#endif
    sum = sum * 31 + sizes[i];
#ifndef BARE
    MPIT_LEVEL_DEC(t_level, sizes[i]);
    MPIT_TIMER_END(t_time, since);
#endif
  }
  return sum;
}

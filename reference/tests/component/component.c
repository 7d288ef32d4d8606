/* SPDX-License-Identifier: BSD-3-Clause
 * A component in C: each class with its methods. In a library that is loaded at run time,
 * compiled as C and as C++. */
#include "component.h"

#include <mpit/mpit.h>
#include <stddef.h>

MPIT_PVAR_DECL_STATIC(STATE, INT, c_state);
MPIT_PVAR_DECL_STATIC(LEVEL, DOUBLE, c_level);
MPIT_PVAR_DECL_STATIC(LEVEL, ULONG, c_queue);
MPIT_PVAR_DECL_STATIC(SIZE, UNSIGNED, c_size);
MPIT_PVAR_DECL_STATIC(PERCENTAGE, DOUBLE, c_share);
MPIT_PVAR_DECL_STATIC(GENERIC, INT, c_generic);
MPIT_PVAR_DECL_STATIC(COUNTER, ULONG2, c_counter);
MPIT_PVAR_DECL_STATIC(AGGREGATE, ULONG, c_bytes);
MPIT_PVAR_DECL_STATIC(AGGREGATE, DOUBLE, c_cost);
MPIT_PVAR_DECL_STATIC(TIMER, DOUBLE, c_time);
MPIT_PVAR_DECL_STATIC(HIGHWATERMARK, UNSIGNED, c_high);
MPIT_PVAR_DECL_STATIC(HIGHWATERMARK, DOUBLE, c_high_cost);
MPIT_PVAR_DECL_STATIC(LOWWATERMARK, ULONG2, c_low);

static unsigned long long slots[4];

static void get_square(void* address, const void* object, int element, void* value) {
  const unsigned long long root = ((const unsigned long long*)address)[element];
  (void)object;
  *(unsigned long long*)value = root * root;
}

/* Callbacks of a variable that is bound to a communicator: 3 elements; MPI_COMM_NULL is refused. */
static void get_of_comm(void* address, const void* object, int element, void* value) {
  (void)address;
  *(unsigned*)value = *(const MPI_Comm*)object == MPI_COMM_WORLD ? 10u + (unsigned)element : 0u;
}
static int get_count(void* address, const void* object) {
  (void)address;
  return *(const MPI_Comm*)object == MPI_COMM_NULL ? -1 : 3;
}

#define STATIC(CLASS, DTYPE, name, initial)                                      \
  if (code == MPI_SUCCESS)                                                       \
  code = MPIT_PVAR_REGISTER_STATIC(CLASS, DTYPE, name, initial, MPI_T_ENUM_NULL, \
                                   MPI_T_VERBOSITY_USER_BASIC, MPIT_ATOMIC, "c_component", "of C")

int component_register(void) {
  int code = MPI_SUCCESS;
  STATIC(STATE, INT, c_state, 1);
  STATIC(LEVEL, DOUBLE, c_level, 0.5);
  STATIC(LEVEL, ULONG, c_queue, 100);
  STATIC(SIZE, UNSIGNED, c_size, 0);
  STATIC(PERCENTAGE, DOUBLE, c_share, 0);
  STATIC(GENERIC, INT, c_generic, 0);
  STATIC(COUNTER, ULONG2, c_counter, 0);
  STATIC(AGGREGATE, ULONG, c_bytes, 0);
  STATIC(AGGREGATE, DOUBLE, c_cost, 0);
  STATIC(TIMER, DOUBLE, c_time, 0);
  STATIC(HIGHWATERMARK, UNSIGNED, c_high, 2);
  STATIC(HIGHWATERMARK, DOUBLE, c_high_cost, 0.25);
  STATIC(LOWWATERMARK, ULONG2, c_low, 1000);
  if (code == MPI_SUCCESS)
    code = MPIT_PVAR_REGISTER_DYNAMIC(COUNTER, ULONG2, c_slots, slots, 4, MPI_T_ENUM_NULL,
                                      MPI_T_VERBOSITY_USER_BASIC, MPI_T_BIND_NO_OBJECT, 0, NULL,
                                      NULL, "c_component", "memory of the component");
  if (code == MPI_SUCCESS)
    code = MPIT_PVAR_REGISTER_DYNAMIC(AGGREGATE, ULONG2, c_squares, slots, 4, MPI_T_ENUM_NULL,
                                      MPI_T_VERBOSITY_USER_BASIC, MPI_T_BIND_NO_OBJECT, 0,
                                      get_square, NULL, "c_component", "computed");
  if (code == MPI_SUCCESS)
    code = MPIT_PVAR_REGISTER_DYNAMIC(LEVEL, UNSIGNED, c_of_comm, NULL, 0, MPI_T_ENUM_NULL,
                                      MPI_T_VERBOSITY_USER_BASIC, MPI_T_BIND_MPI_COMM, 0,
                                      get_of_comm, get_count, "c_component", "computed and bound");
  return code;
}

void component_work(unsigned amount) {
  MPIT_TIMER_START(c_time, since);
  MPIT_STATE_SET(c_state, (int)amount);
  MPIT_LEVEL_INC(c_level, 0.5);
  MPIT_LEVEL_DEC(c_queue, amount);
  MPIT_SIZE_SET(c_size, amount);
  MPIT_PERCENTAGE_SET(c_share, 1.0 / (1 + amount));
  MPIT_GENERIC_SET(c_generic, -(int)amount);
  MPIT_COUNTER_INC(c_counter, 1);
  MPIT_AGGREGATE_INC(c_bytes, amount);
  MPIT_AGGREGATE_INC(c_cost, amount / 2.0);
  MPIT_HIGHWATERMARK_UPDATE(c_high, amount);
  MPIT_HIGHWATERMARK_UPDATE(c_high_cost, amount / 4.0);
  MPIT_LOWWATERMARK_UPDATE(c_low, amount);
  __atomic_fetch_add(&slots[amount % 4], 1, __ATOMIC_RELAXED);
  MPIT_TIMER_END(c_time, since);
}

unsigned long long component_count(void) { return (unsigned long long)MPIT_COUNTER_GET(c_counter); }

void component_restart(void) {
  MPIT_COUNTER_INIT(c_counter);
  MPIT_AGGREGATE_INIT(c_cost);
  MPIT_TIMER_INIT(c_time);
  MPIT_LOWWATERMARK_INIT(c_low, 500);
}

double component_cost(void) { return MPIT_AGGREGATE_GET(c_cost); }
double component_time(void) { return MPIT_TIMER_GET(c_time); }
unsigned component_high(void) { return (unsigned)MPIT_HIGHWATERMARK_GET(c_high); }
double component_high_cost(void) { return MPIT_HIGHWATERMARK_GET(c_high_cost); }

double component_level(void) { return *MPIT_LEVEL_ADDR(c_level); }

int component_withdraw(void) {
  int code = MPIT_PVAR_WITHDRAW(COUNTER, c_slots);
  if (code == MPI_SUCCESS) code = MPIT_PVAR_WITHDRAW(AGGREGATE, c_squares);
  return code;
}

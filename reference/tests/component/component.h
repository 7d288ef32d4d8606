/* SPDX-License-Identifier: BSD-3-Clause
 * A component in C with a variable of every class, as the test sees it. */
#ifndef MPIT_TESTS_COMPONENT_H
#define MPIT_TESTS_COMPONENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Registers all variables. Returns MPI_SUCCESS, or the first other code. */
int component_register(void);
/* Updates every variable by `amount`. */
void component_work(unsigned amount);
/* Returns the component's own count of its counter, which it reset by INIT. */
unsigned long long component_count(void);
void component_restart(void);
/* Return its own sum of doubles, its time since INIT, and the levels of two watermarks. */
double component_cost(void);
double component_time(void);
unsigned component_high(void);
double component_high_cost(void);
/* Returns the level that another source file of the component updates through ADDR. */
double component_level(void);
int component_withdraw(void);

#ifdef __cplusplus
}
#endif

#endif

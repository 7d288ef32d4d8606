/* SPDX-License-Identifier: BSD-3-Clause
 * A component in C with a variable of every class, as the test sees it. */
#ifndef MPIT_TESTS_COMPONENT_H
#define MPIT_TESTS_COMPONENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Registers everything; 0, or the first code that was not MPI_SUCCESS. */
int component_register(void);
/* One piece of work: every instrument is updated with `amount`. */
void component_work(unsigned amount);
/* What the component itself sees of its counter, after INIT in the middle. */
unsigned long long component_count(void);
void component_restart(void);
/* What it sees of a sum of doubles and of its time since then, and the levels of two marks. */
double component_cost(void);
double component_time(void);
unsigned component_high(void);
double component_high_cost(void);
/* The level that two units of the component share through ADDR. */
double component_level(void);
int component_withdraw(void);

#ifdef __cplusplus
}
#endif

#endif

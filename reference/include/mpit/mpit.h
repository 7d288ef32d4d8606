/* SPDX-License-Identifier: BSD-3-Clause
 * Macros for components in C (or C++) that declare, register and update performance variables. With
 * MPIT_DISABLE_PVARS defined they compile to nothing: no instruction, no data.
 *
 *   MPIT_PVAR_DECL_STATIC(COUNTER, ULONG2, retries);
 *   ...
 *   MPIT_PVAR_REGISTER_STATIC(COUNTER, ULONG2, retries, 0, MPI_T_ENUM_NULL,
 *                             MPI_T_VERBOSITY_USER_BASIC, MPIT_ATOMIC, "net",
 *                             "packets sent again");
 *   ...
 *   MPIT_COUNTER_INC(retries, 1);
 *
 * DTYPE is INT, UNSIGNED, ULONG, ULONG2 or DOUBLE. Methods of each class:
 *   STATE, SIZE, PERCENTAGE       SET, GET, ADDR              a variable of the C type
 *   LEVEL, GENERIC                SET, GET, INC, DEC, ADDR    a variable of the C type
 *   COUNTER, AGGREGATE            INIT, GET, INC, ADDR        a word per thread
 *   TIMER                         INIT, GET, START, END, ADDR a word of nanoseconds per thread
 *   HIGHWATERMARK, LOWWATERMARK   INIT, GET, UPDATE, ADDR     GET returns the current level
 * SET, INC, DEC, UPDATE, START and END are safe in signal handlers and on any thread. INIT of a sum
 * restarts the component's own count, which GET returns. INIT of a mark sets its level. Neither
 * changes what handles count. ADDR returns the object through which other source files can update
 * the variable. Registrations return the codes that mpit/component.h describes. */
#ifndef MPIT_MPIT_H
#define MPIT_MPIT_H

#include "mpit/component.h"

#ifdef MPIT_DISABLE_PVARS
#include "mpit/macros_disabled.h"
#else
#include "mpit/macros_enabled.h"
#endif

#define MPIT_COUNTER_INIT(name) MPIT_SUM_INIT_(COUNTER, name)
#define MPIT_COUNTER_GET(name) MPIT_SUM_GET_(COUNTER, name)
#define MPIT_COUNTER_INC(name, amount) MPIT_SUM_INC_(COUNTER, name, amount)
#define MPIT_COUNTER_ADDR(name) MPIT_PVAR_ADDR_(COUNTER, name)

#define MPIT_AGGREGATE_INIT(name) MPIT_SUM_INIT_(AGGREGATE, name)
#define MPIT_AGGREGATE_GET(name) MPIT_SUM_GET_(AGGREGATE, name)
#define MPIT_AGGREGATE_INC(name, amount) MPIT_SUM_INC_(AGGREGATE, name, amount)
#define MPIT_AGGREGATE_ADDR(name) MPIT_PVAR_ADDR_(AGGREGATE, name)

/* START(name, since) declares the variable `since` and begins a stretch of time. END(name, since)
 * ends it, on the same thread. A running stretch is counted while it runs. GET returns seconds. */
#define MPIT_TIMER_INIT(name) MPIT_SUM_INIT_(TIMER, name)
#define MPIT_TIMER_GET(name) MPIT_TIMER_GET_(name)
#define MPIT_TIMER_START(name, since) MPIT_TIMER_START_(name, since)
#define MPIT_TIMER_END(name, since) MPIT_TIMER_END_(name, since)
#define MPIT_TIMER_ADDR(name) MPIT_PVAR_ADDR_(TIMER, name)

#define MPIT_HIGHWATERMARK_INIT(name, level) MPIT_MARK_UPDATE_(HIGHWATERMARK, name, level)
#define MPIT_HIGHWATERMARK_GET(name) MPIT_MARK_GET_(HIGHWATERMARK, name)
#define MPIT_HIGHWATERMARK_UPDATE(name, level) MPIT_MARK_UPDATE_(HIGHWATERMARK, name, level)
#define MPIT_HIGHWATERMARK_ADDR(name) MPIT_PVAR_ADDR_(HIGHWATERMARK, name)

#define MPIT_LOWWATERMARK_INIT(name, level) MPIT_MARK_UPDATE_(LOWWATERMARK, name, level)
#define MPIT_LOWWATERMARK_GET(name) MPIT_MARK_GET_(LOWWATERMARK, name)
#define MPIT_LOWWATERMARK_UPDATE(name, level) MPIT_MARK_UPDATE_(LOWWATERMARK, name, level)
#define MPIT_LOWWATERMARK_ADDR(name) MPIT_PVAR_ADDR_(LOWWATERMARK, name)

#define MPIT_STATE_SET(name, value) MPIT_GAUGE_SET_(STATE, name, value)
#define MPIT_STATE_GET(name) MPIT_GAUGE_GET_(STATE, name)
#define MPIT_STATE_ADDR(name) MPIT_PVAR_ADDR_(STATE, name)

#define MPIT_SIZE_SET(name, value) MPIT_GAUGE_SET_(SIZE, name, value)
#define MPIT_SIZE_GET(name) MPIT_GAUGE_GET_(SIZE, name)
#define MPIT_SIZE_ADDR(name) MPIT_PVAR_ADDR_(SIZE, name)

#define MPIT_PERCENTAGE_SET(name, value) MPIT_GAUGE_SET_(PERCENTAGE, name, value)
#define MPIT_PERCENTAGE_GET(name) MPIT_GAUGE_GET_(PERCENTAGE, name)
#define MPIT_PERCENTAGE_ADDR(name) MPIT_PVAR_ADDR_(PERCENTAGE, name)

#define MPIT_LEVEL_SET(name, value) MPIT_GAUGE_SET_(LEVEL, name, value)
#define MPIT_LEVEL_GET(name) MPIT_GAUGE_GET_(LEVEL, name)
#define MPIT_LEVEL_INC(name, amount) MPIT_GAUGE_ADD_(LEVEL, name, amount)
#define MPIT_LEVEL_DEC(name, amount) MPIT_GAUGE_SUB_(LEVEL, name, amount)
#define MPIT_LEVEL_ADDR(name) MPIT_PVAR_ADDR_(LEVEL, name)

#define MPIT_GENERIC_SET(name, value) MPIT_GAUGE_SET_(GENERIC, name, value)
#define MPIT_GENERIC_GET(name) MPIT_GAUGE_GET_(GENERIC, name)
#define MPIT_GENERIC_INC(name, amount) MPIT_GAUGE_ADD_(GENERIC, name, amount)
#define MPIT_GENERIC_DEC(name, amount) MPIT_GAUGE_SUB_(GENERIC, name, amount)
#define MPIT_GENERIC_ADDR(name) MPIT_PVAR_ADDR_(GENERIC, name)

#endif

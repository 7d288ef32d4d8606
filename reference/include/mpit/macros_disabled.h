/* SPDX-License-Identifier: BSD-3-Clause
 * The macros of mpit/mpit.h when performance variables are compiled out. Arguments are not
 * evaluated, and registrations succeed. */
#ifndef MPIT_MACROS_DISABLED_H
#define MPIT_MACROS_DISABLED_H

static inline int mpit_disabled(void) { return MPI_SUCCESS; }

/* The semicolon after a declaration macro needs a declaration: that of an unused struct. */
#define MPIT_PVAR_DECL(CLASS, DTYPE, name) struct mpit_disabled_##CLASS##_##name
#define MPIT_PVAR_DECL_STATIC(CLASS, DTYPE, name) struct mpit_disabled_##CLASS##_##name
#define MPIT_PVAR_DECL_EXTERN(CLASS, DTYPE, name) struct mpit_disabled_##CLASS##_##name

#define MPIT_PVAR_REGISTER_STATIC(CLASS, DTYPE, name, initial, enumtype, verbosity, flags, \
                                  category, desc)                                          \
  mpit_disabled()
#define MPIT_PVAR_REGISTER_DYNAMIC(CLASS, DTYPE, name, address, count, enumtype, verbosity, bind, \
                                   flags, get_value, get_count, category, desc)                   \
  mpit_disabled()
#define MPIT_PVAR_WITHDRAW(CLASS, name) mpit_disabled()

#define MPIT_PVAR_ADDR_(CLASS, name) NULL
#define MPIT_SUM_INIT_(CLASS, name) ((void)0)
#define MPIT_SUM_GET_(CLASS, name) 0
#define MPIT_SUM_INC_(CLASS, name, amount) ((void)0)
#define MPIT_TIMER_GET_(name) 0
#define MPIT_TIMER_START_(name, since) ((void)0)
#define MPIT_TIMER_END_(name, since) ((void)0)
#define MPIT_MARK_GET_(CLASS, name) 0
#define MPIT_MARK_UPDATE_(CLASS, name, level) ((void)0)
#define MPIT_GAUGE_SET_(CLASS, name, value) ((void)0)
#define MPIT_GAUGE_GET_(CLASS, name) 0
#define MPIT_GAUGE_ADD_(CLASS, name, amount) ((void)0)
#define MPIT_GAUGE_SUB_(CLASS, name, amount) ((void)0)

#endif

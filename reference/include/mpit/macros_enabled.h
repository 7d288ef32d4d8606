/* SPDX-License-Identifier: BSD-3-Clause
 * The macros of mpit/mpit.h when performance variables are compiled in. */
#ifndef MPIT_MACROS_ENABLED_H
#define MPIT_MACROS_ENABLED_H

#include "mpit/typed.h"

#define MPIT_CTYPE_INT int
#define MPIT_CTYPE_UNSIGNED unsigned
#define MPIT_CTYPE_ULONG unsigned long
#define MPIT_CTYPE_ULONG2 unsigned long long
#define MPIT_CTYPE_DOUBLE double

#define MPIT_DATATYPE_INT MPI_INT
#define MPIT_DATATYPE_UNSIGNED MPI_UNSIGNED
#define MPIT_DATATYPE_ULONG MPI_UNSIGNED_LONG
#define MPIT_DATATYPE_ULONG2 MPI_UNSIGNED_LONG_LONG
#define MPIT_DATATYPE_DOUBLE MPI_DOUBLE

/* MPIT_TYPE_<CLASS>(DTYPE): the type of the object of a variable that is declared statically. */
#define MPIT_SUM_UNSIGNED mpit_sum
#define MPIT_SUM_ULONG mpit_sum
#define MPIT_SUM_ULONG2 mpit_sum
#define MPIT_SUM_DOUBLE mpit_double_sum
#define MPIT_MARK_UNSIGNED mpit_watermark
#define MPIT_MARK_ULONG mpit_watermark
#define MPIT_MARK_ULONG2 mpit_watermark
#define MPIT_MARK_DOUBLE mpit_double_watermark
#define MPIT_TYPE_STATE(DTYPE) MPIT_CTYPE_##DTYPE
#define MPIT_TYPE_LEVEL(DTYPE) MPIT_CTYPE_##DTYPE
#define MPIT_TYPE_SIZE(DTYPE) MPIT_CTYPE_##DTYPE
#define MPIT_TYPE_PERCENTAGE(DTYPE) MPIT_CTYPE_##DTYPE
#define MPIT_TYPE_GENERIC(DTYPE) MPIT_CTYPE_##DTYPE
#define MPIT_TYPE_COUNTER(DTYPE) MPIT_SUM_##DTYPE
#define MPIT_TYPE_AGGREGATE(DTYPE) MPIT_SUM_##DTYPE
#define MPIT_TYPE_TIMER(DTYPE) mpit_sum
#define MPIT_TYPE_HIGHWATERMARK(DTYPE) MPIT_MARK_##DTYPE
#define MPIT_TYPE_LOWWATERMARK(DTYPE) MPIT_MARK_##DTYPE

/* The object is static and hence zero, which is its state before the registration. */
#define MPIT_OBJECT_(CLASS, name) mpit_##CLASS##_##name
#define MPIT_PVAR_DECL(CLASS, DTYPE, name) MPIT_TYPE_##CLASS(DTYPE) MPIT_OBJECT_(CLASS, name)
#define MPIT_PVAR_DECL_STATIC(CLASS, DTYPE, name) static MPIT_PVAR_DECL(CLASS, DTYPE, name)
#define MPIT_PVAR_DECL_EXTERN(CLASS, DTYPE, name) \
  extern MPIT_TYPE_##CLASS(DTYPE) MPIT_OBJECT_(CLASS, name)

#define MPIT_REGISTER_GAUGE_(info, DTYPE, object, initial) \
  (*(object) = (initial), mpit_register_memory(info, 1, object))
#define MPIT_REGISTER_SUM_(info, DTYPE, object, initial) \
  mpit_register_sum(info, 1, &(object)->words)
#define MPIT_REGISTER_MARK_(info, DTYPE, object, initial) \
  mpit_typed_register_mark_##DTYPE(info, initial, &(object)->mark)
#define MPIT_REGISTER_STATE MPIT_REGISTER_GAUGE_
#define MPIT_REGISTER_LEVEL MPIT_REGISTER_GAUGE_
#define MPIT_REGISTER_SIZE MPIT_REGISTER_GAUGE_
#define MPIT_REGISTER_PERCENTAGE MPIT_REGISTER_GAUGE_
#define MPIT_REGISTER_GENERIC MPIT_REGISTER_GAUGE_
#define MPIT_REGISTER_COUNTER MPIT_REGISTER_SUM_
#define MPIT_REGISTER_AGGREGATE MPIT_REGISTER_SUM_
#define MPIT_REGISTER_TIMER MPIT_REGISTER_SUM_
#define MPIT_REGISTER_HIGHWATERMARK MPIT_REGISTER_MARK_
#define MPIT_REGISTER_LOWWATERMARK MPIT_REGISTER_MARK_

#define MPIT_PVAR_REGISTER_STATIC(CLASS, DTYPE, name, initial, enumtype, verbosity, flags,   \
                                  category, desc)                                            \
  MPIT_REGISTER_##CLASS(                                                                     \
      mpit_make_info(#name, category, desc, MPI_T_PVAR_CLASS_##CLASS, MPIT_DATATYPE_##DTYPE, \
                     enumtype, verbosity, MPI_T_BIND_NO_OBJECT, flags),                      \
      DTYPE, &MPIT_OBJECT_(CLASS, name), initial)
#define MPIT_PVAR_REGISTER_DYNAMIC(CLASS, DTYPE, name, address, count, enumtype, verbosity, bind, \
                                   flags, get_value, get_count, category, desc)                   \
  mpit_register_dynamic(mpit_make_info(#name, category, desc, MPI_T_PVAR_CLASS_##CLASS,           \
                                       MPIT_DATATYPE_##DTYPE, enumtype, verbosity, bind, flags),  \
                        count, address, get_value, get_count)
#define MPIT_PVAR_WITHDRAW(CLASS, name) mpit_withdraw(#name, MPI_T_PVAR_CLASS_##CLASS)

#define MPIT_PVAR_ADDR_(CLASS, name) (&MPIT_OBJECT_(CLASS, name))
#define MPIT_SUM_INIT_(CLASS, name) mpit_sum_init(&MPIT_OBJECT_(CLASS, name).words, 0)
#define MPIT_SUM_GET_(CLASS, name) mpit_typed_sum_get(&MPIT_OBJECT_(CLASS, name))
#define MPIT_SUM_INC_(CLASS, name, amount) mpit_typed_sum_inc(&MPIT_OBJECT_(CLASS, name), amount)
#define MPIT_TIMER_GET_(name) mpit_timer_get(&MPIT_OBJECT_(TIMER, name).words, 0)
#define MPIT_TIMER_START_(name, since) \
  const uint64_t since = mpit_timer_start(&MPIT_OBJECT_(TIMER, name).words, 0)
#define MPIT_TIMER_END_(name, since) mpit_timer_end(&MPIT_OBJECT_(TIMER, name).words, since, 0)
#define MPIT_MARK_GET_(CLASS, name) mpit_typed_mark_get(&MPIT_OBJECT_(CLASS, name))
#define MPIT_MARK_UPDATE_(CLASS, name, level) \
  mpit_typed_mark_update(&MPIT_OBJECT_(CLASS, name), level)
#define MPIT_GAUGE_SET_(CLASS, name, value) mpit_typed_set(&MPIT_OBJECT_(CLASS, name), value)
#define MPIT_GAUGE_GET_(CLASS, name) mpit_typed_get(&MPIT_OBJECT_(CLASS, name))
#define MPIT_GAUGE_ADD_(CLASS, name, amount) mpit_typed_add(&MPIT_OBJECT_(CLASS, name), amount)
#define MPIT_GAUGE_SUB_(CLASS, name, amount) mpit_typed_sub(&MPIT_OBJECT_(CLASS, name), amount)

#endif

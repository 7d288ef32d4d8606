/* SPDX-License-Identifier: BSD-3-Clause
 * The methods behind the macros of mpit/mpit.h, chosen by the type of the object: overloads in C++,
 * _Generic in C. */
#ifndef MPIT_TYPED_H
#define MPIT_TYPED_H

#include <stddef.h>

#include "mpit/component.h"

static inline mpit_pvar_info mpit_make_info(const char* name, const char* category,
                                            const char* desc, int var_class, MPI_Datatype datatype,
                                            MPI_T_enum enumtype, int verbosity, int bind,
                                            int flags) {
  const mpit_pvar_info info = {name,     category,  desc, var_class, datatype,
                               enumtype, verbosity, bind, flags};
  return info;
}

#define MPIT_TYPED_REGISTER_MARK_(DTYPE, type)                                          \
  static inline int mpit_typed_register_mark_##DTYPE(mpit_pvar_info info, type initial, \
                                                     mpit_mark* mark) {                 \
    return mpit_register_mark(info, 1, &initial, mark);                                 \
  }
MPIT_TYPED_REGISTER_MARK_(UNSIGNED, unsigned)
MPIT_TYPED_REGISTER_MARK_(ULONG, unsigned long)
MPIT_TYPED_REGISTER_MARK_(ULONG2, unsigned long long)
MPIT_TYPED_REGISTER_MARK_(DOUBLE, double)

/* Relaxed loads, stores and additions of a component's own variable. C++ selects an overload by the
 * type; C has a function per type. */
#ifdef __cplusplus
#define MPIT_TYPED_(name, suffix) name
#else
#define MPIT_TYPED_(name, suffix) name##_##suffix
#endif

#define MPIT_TYPED_CHANGE_(name, suffix, type, sign)                                            \
  static inline void MPIT_TYPED_(name, suffix)(type * at, type amount) {                        \
    type seen, sum;                                                                             \
    __atomic_load(at, &seen, __ATOMIC_RELAXED);                                                 \
    do sum = seen sign amount;                                                                  \
    while (!__atomic_compare_exchange(at, &seen, &sum, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
  }
#define MPIT_TYPED_GAUGE_(suffix, type)                                           \
  static inline void MPIT_TYPED_(mpit_typed_set, suffix)(type * at, type value) { \
    __atomic_store(at, &value, __ATOMIC_RELAXED);                                 \
  }                                                                               \
  static inline type MPIT_TYPED_(mpit_typed_get, suffix)(const type* at) {        \
    type value;                                                                   \
    __atomic_load(at, &value, __ATOMIC_RELAXED);                                  \
    return value;                                                                 \
  }                                                                               \
  MPIT_TYPED_CHANGE_(mpit_typed_add, suffix, type, +)                             \
  MPIT_TYPED_CHANGE_(mpit_typed_sub, suffix, type, -)
MPIT_TYPED_GAUGE_(int, int)
MPIT_TYPED_GAUGE_(unsigned, unsigned)
MPIT_TYPED_GAUGE_(ulong, unsigned long)
MPIT_TYPED_GAUGE_(ulong2, unsigned long long)
MPIT_TYPED_GAUGE_(double, double)

static inline void MPIT_TYPED_(mpit_typed_sum_inc, integer)(const mpit_sum* sum, uint64_t amount) {
  mpit_sum_inc(&sum->words, amount, 0);
}
static inline void MPIT_TYPED_(mpit_typed_sum_inc, real)(const mpit_double_sum* sum,
                                                         double amount) {
  mpit_double_sum_inc(&sum->words, amount, 0);
}
static inline uint64_t MPIT_TYPED_(mpit_typed_sum_get, integer)(const mpit_sum* sum) {
  return mpit_sum_get(&sum->words, 0);
}
static inline double MPIT_TYPED_(mpit_typed_sum_get, real)(const mpit_double_sum* sum) {
  return mpit_double_sum_get(&sum->words, 0);
}
static inline void MPIT_TYPED_(mpit_typed_mark_update, integer)(const mpit_watermark* mark,
                                                                uint64_t level) {
  mpit_mark_update(&mark->mark, level, 0);
}
static inline void MPIT_TYPED_(mpit_typed_mark_update, real)(const mpit_double_watermark* mark,
                                                             double level) {
  mpit_double_mark_update(&mark->mark, level, 0);
}
static inline uint64_t MPIT_TYPED_(mpit_typed_mark_get, integer)(const mpit_watermark* mark) {
  return mpit_mark_get(&mark->mark, 0);
}
static inline double MPIT_TYPED_(mpit_typed_mark_get, real)(const mpit_double_watermark* mark) {
  return mpit_double_mark_get(&mark->mark, 0);
}

#ifndef __cplusplus
#define MPIT_CHOOSE_GAUGE_(at, name)          \
  _Generic(*(at), int                         \
           : name##_int, unsigned             \
           : name##_unsigned, unsigned long   \
           : name##_ulong, unsigned long long \
           : name##_ulong2, double            \
           : name##_double)
#define MPIT_CHOOSE_SUM_(sum, name) \
  _Generic(*(sum), mpit_sum : name##_integer, mpit_double_sum : name##_real)
#define MPIT_CHOOSE_MARK_(mark, name) \
  _Generic(*(mark), mpit_watermark : name##_integer, mpit_double_watermark : name##_real)
#define mpit_typed_set(at, value) MPIT_CHOOSE_GAUGE_(at, mpit_typed_set)(at, value)
#define mpit_typed_get(at) MPIT_CHOOSE_GAUGE_(at, mpit_typed_get)(at)
#define mpit_typed_add(at, amount) MPIT_CHOOSE_GAUGE_(at, mpit_typed_add)(at, amount)
#define mpit_typed_sub(at, amount) MPIT_CHOOSE_GAUGE_(at, mpit_typed_sub)(at, amount)
#define mpit_typed_sum_inc(sum, amount) MPIT_CHOOSE_SUM_(sum, mpit_typed_sum_inc)(sum, amount)
#define mpit_typed_sum_get(sum) MPIT_CHOOSE_SUM_(sum, mpit_typed_sum_get)(sum)
#define mpit_typed_mark_update(mark, level) \
  MPIT_CHOOSE_MARK_(mark, mpit_typed_mark_update)(mark, level)
#define mpit_typed_mark_get(mark) MPIT_CHOOSE_MARK_(mark, mpit_typed_mark_get)(mark)
#endif

#endif

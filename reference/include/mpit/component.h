/* SPDX-License-Identifier: BSD-3-Clause
 * Performance variables of components that are written in C or loaded at run time: the functions
 * that the library exports. Components use the macros in mpit/mpit.h.
 *
 * Classes, datatypes and flags are those of MPI-5.0 section 15.3.7.
 *
 * Registration and withdrawal may lock. They are allowed at any time, before or after
 * MPI_T_init_thread, on any thread, but not in signal handlers. Functions that register return
 * MPI_SUCCESS, MPI_T_ERR_MEMORY, or MPI_T_ERR_INVALID with the reason in mpit_last_error().
 *
 * The other functions take no lock and are safe on any thread and in signal handlers. `element`
 * counts from 0 and is not checked. */
#ifndef MPIT_COMPONENT_H
#define MPIT_COMPONENT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of a variable, combined by bitwise or: those of MPI_T_pvar_get_info. */
enum { MPIT_READONLY = 1, MPIT_CONTINUOUS = 2, MPIT_ATOMIC = 4 };

/* The specification of a variable. Each member has the meaning of the same argument of
 * MPI_T_pvar_get_info. Strings are copied. `category` names the category that the variable joins,
 * which is created if it is new; NULL: none. `flags` combines the values above. */
typedef struct mpit_pvar_info {
  const char *name, *category, *desc;
  int var_class;
  MPI_Datatype datatype;
  MPI_T_enum enumtype;
  int verbosity, bind, flags;
} mpit_pvar_info;

/* The words of a sum: one per thread and element. Initialize it with zeros. `offset` is that of the
 * first word in each thread's block, and 0 until the registration. Earlier updates do not count. */
typedef struct mpit_words {
  uintptr_t offset;
  void* state;
} mpit_words;
/* A COUNTER or AGGREGATE of integers, or a TIMER. */
typedef struct mpit_sum {
  mpit_words words;
} mpit_sum;
/* An AGGREGATE of doubles. */
typedef struct mpit_double_sum {
  mpit_words words;
} mpit_double_sum;

/* The marks of a watermark. Initialize it with zeros. Updates before the registration do not
 * count. */
typedef struct mpit_mark {
  void* state;
} mpit_mark;
/* A HIGHWATERMARK or LOWWATERMARK of integers. */
typedef struct mpit_watermark {
  mpit_mark mark;
} mpit_watermark;
/* A HIGHWATERMARK or LOWWATERMARK of doubles. */
typedef struct mpit_double_watermark {
  mpit_mark mark;
} mpit_double_watermark;

/* Writes one element, in the variable's datatype, to `value`. `address` is the argument of the
 * registration. `object` points to the MPI object's handle; NULL for a variable without object.
 * Called on the thread of a tool that uses a handle, and in a signal handler if the tool uses it
 * there. Successive values of a COUNTER, AGGREGATE or TIMER must not decrease. */
typedef void mpit_get_value(void* address, const void* object, int element, void* value);
/* Returns the number of elements for the object. A number below 1 refuses the object: the tool gets
 * MPI_T_ERR_INVALID_HANDLE. Called when a tool allocates a handle. */
typedef int mpit_get_count(void* address, const void* object);

/* Registers a COUNTER, AGGREGATE or TIMER of `count` elements and sets `words`. A TIMER counts
 * nanoseconds; a tool reads them as seconds if the datatype is MPI_DOUBLE. */
int mpit_register_sum(mpit_pvar_info info, int count, mpit_words* words);
/* Registers a HIGHWATERMARK or LOWWATERMARK of `count` elements and sets `mark`. Until their first
 * update, all levels are `*initial`, an element of the datatype; NULL means 0. */
int mpit_register_mark(mpit_pvar_info info, int count, const void* initial, mpit_mark* mark);
/* Registers `count` adjacent elements at `address`. The component updates them by atomic stores and
 * keeps the memory until the variable is withdrawn. Any class except the watermarks. */
int mpit_register_memory(mpit_pvar_info info, int count, const void* address);
/* Registers elements that `get_value` computes. `address` is passed to the callbacks. A variable
 * bound to an object has the number of elements that `get_count` returns; another has `count`, and
 * `get_count` may be NULL. Any class except the watermarks. */
int mpit_register_callback(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                           mpit_get_count* get_count);
/* Calls mpit_register_mark for a watermark (`address` is its mpit_mark), otherwise
 * mpit_register_callback if `get_value` is not NULL, otherwise mpit_register_memory. */
int mpit_register_dynamic(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                          mpit_get_count* get_count);
/* Registers an enumeration of `count` items for mpit_pvar_info::enumtype. Items have different
 * names, which are copied. Returns MPI_T_ENUM_NULL, with the reason in mpit_last_error() unless
 * memory ran out, if the enumeration is refused. */
MPI_T_enum mpit_register_enum(const char* name, int count, const char* const names[],
                              const int values[]);
/* Withdraws a variable before its component is unloaded. New handles are refused, and calls with
 * existing ones return MPI_T_ERR_INVALID_HANDLE. The library stops using the component's memory and
 * callbacks once calls in progress have returned. Returns MPI_SUCCESS, or MPI_T_ERR_INVALID_NAME if
 * there is no such variable. */
int mpit_withdraw(const char* name, int var_class);
/* Returns the reason why a registration by this thread last returned MPI_T_ERR_INVALID; "" before
 * that. Valid until the thread's next registration. */
const char* mpit_last_error(void);

/* Adds to an element of a sum. mpit_sum_inc() below is the fast form for integers. */
void mpit_sum_inc_slowly(const mpit_words* words, uint64_t amount, int element);
void mpit_double_sum_inc(const mpit_words* words, double amount, int element);
/* Restarts the component's own count, which the get functions return: the sum since the last init,
 * or since the registration. Handles of tools are not affected. */
void mpit_sum_init(const mpit_words* words, int element);
uint64_t mpit_sum_get(const mpit_words* words, int element);
double mpit_double_sum_get(const mpit_words* words, int element);
/* Begin and end a stretch of time, both on the same thread. A running stretch is counted while it
 * runs. `since` is the result of the begin: 0 if the timer was not registered yet. */
uint64_t mpit_timer_start(const mpit_words* words, int element);
void mpit_timer_end(const mpit_words* words, uint64_t since, int element);
/* Returns the component's own count in seconds, for any datatype. */
double mpit_timer_get(const mpit_words* words, int element);
/* Sets the level of an element. A mark changes if the level is beyond it. */
void mpit_mark_update(const mpit_mark* mark, uint64_t level, int element);
void mpit_double_mark_update(const mpit_mark* mark, double level, int element);
/* Returns the current level, not the mark. */
uint64_t mpit_mark_get(const mpit_mark* mark, int element);
double mpit_double_mark_get(const mpit_mark* mark, int element);

/* This thread's block of words; NULL until its first update. Only for mpit_sum_inc(). */
struct mpit_thread_block;
extern __thread struct mpit_thread_block* mpit_current_block
    __attribute__((tls_model("initial-exec")));

/* TSan does not instrument the assembly in mpit_sum_inc(). */
#if defined(__SANITIZE_THREAD__)
#define MPIT_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MPIT_UNDER_TSAN 1
#endif
#endif

/* Adds `amount` to an element of a sum of integers, with one unlocked instruction on a word of this
 * thread. Without effect before the registration. */
static inline void mpit_sum_inc(const mpit_words* words, uint64_t amount, int element) {
#if defined(__x86_64__) && !defined(MPIT_UNDER_TSAN)
  char* const block = (char*)__atomic_load_n(&mpit_current_block, __ATOMIC_RELAXED);
  const uintptr_t offset = __atomic_load_n(&words->offset, __ATOMIC_RELAXED);
  if (__builtin_expect(block != NULL && offset != 0, 1)) {
    uint64_t* const word = (uint64_t*)(block + offset) + (uint32_t)element;
    __asm__ volatile("addq %1, %0" : "+m"(*word) : "er"(amount) : "cc");
    return;
  }
#endif
  mpit_sum_inc_slowly(words, amount, element);
}

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 * Performance variables of components that are written in C or loaded at run time: the functions
 * that the library exports. Components use the macros in mpit/mpit.h.
 *
 * Registration is possible at any time, before or after MPI_T_init_thread, from any thread, but not
 * in signal handlers; it may lock. Updates are safe from any thread and from signal handlers.
 * Registration functions return MPI_SUCCESS, MPI_T_ERR_MEMORY, or MPI_T_ERR_INVALID with the reason
 * in mpit_last_error(). */
#ifndef MPIT_COMPONENT_H
#define MPIT_COMPONENT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of a variable, to be or-ed. */
enum { MPIT_READONLY = 1, MPIT_CONTINUOUS = 2, MPIT_ATOMIC = 4 };

/* The specification of a variable, in the terms of MPI_T_pvar_get_info. Strings are copied.
 * category: name of the category that the variable joins (created if new), or NULL. The engine's
 * PvarSpec is a separate struct, because C components see only these headers. */
typedef struct mpit_pvar_info {
  const char *name, *category, *desc;
  int var_class;
  MPI_Datatype datatype;
  MPI_T_enum enumtype;
  int verbosity, bind, flags;
} mpit_pvar_info;

/* The words of a sum. `offset` (of the first word in each thread's block) is 0 until the
 * registration. Updates before it do not count. */
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

/* A mark. Updates before the registration do not count. */
typedef struct mpit_mark {
  void* state;
} mpit_mark;
/* A HIGHWATERMARK or LOWWATERMARK of integers. */
typedef struct mpit_watermark {
  mpit_mark mark;
} mpit_watermark;
/* The same, of doubles. */
typedef struct mpit_double_watermark {
  mpit_mark mark;
} mpit_double_watermark;

/* Writes one element, in the variable's datatype, to `value`. `object` points to the MPI object's
 * handle, or is NULL if the variable is not bound. Called when a tool uses a handle, also in signal
 * handlers if the tool does so. Sums must never fall. */
typedef void mpit_get_value(void* address, const void* object, int element, void* value);
/* Returns the number of elements for the object; a number below 1 refuses the object. */
typedef int mpit_get_count(void* address, const void* object);

/* Registers a sum of `count` elements. The library keeps its words, one per thread and element. */
int mpit_register_sum(mpit_pvar_info info, int count, mpit_words* words);
/* Registers marks of `count` levels. The levels are `initial` (one element of the datatype; NULL
 * means 0) until their first update. */
int mpit_register_mark(mpit_pvar_info info, int count, const void* initial, mpit_mark* mark);
/* Registers elements in memory of the component, which must exist until the variable is withdrawn.
 * Any class except the watermarks. */
int mpit_register_memory(mpit_pvar_info info, int count, const void* address);
/* Registers elements that a callback computes. Any class except the watermarks. For bound variables
 * get_count returns the number of elements; others have `count` elements. */
int mpit_register_callback(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                           mpit_get_count* get_count);
/* Calls the function above that fits: for watermarks (address: their mpit_mark), for a callback
 * (get_value is not NULL), or for memory. */
int mpit_register_dynamic(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                          mpit_get_count* get_count);
/* Registers an enumeration for `enumtype`. Returns MPI_T_ENUM_NULL if it is refused. */
MPI_T_enum mpit_register_enum(const char* name, int count, const char* const names[],
                              const int values[]);
/* Withdraws a variable, before the component is unloaded: there are no new handles, and existing
 * ones return MPI_T_ERR_INVALID_HANDLE. The component's memory and callbacks are not used after
 * running calls have returned. Returns MPI_T_ERR_INVALID_NAME if there is no such variable. */
int mpit_withdraw(const char* name, int var_class);
/* The reason why this thread's last registration failed. Valid until its next registration. */
const char* mpit_last_error(void);

/* Elements count from 0 and are not checked. */
void mpit_sum_inc_slowly(const mpit_words* words, uint64_t amount, int element);
void mpit_double_sum_inc(const mpit_words* words, double amount, int element);
/* Restarts the component's own count. Handles are not affected. */
void mpit_sum_init(const mpit_words* words, int element);
uint64_t mpit_sum_get(const mpit_words* words, int element);
double mpit_double_sum_get(const mpit_words* words, int element);
/* Begin and end a stretch of time, on the same thread. A running stretch counts already. `since`:
 * the result of the begin, which is 0 if the timer was not registered then. */
uint64_t mpit_timer_start(const mpit_words* words, int element);
void mpit_timer_end(const mpit_words* words, uint64_t since, int element);
/* Seconds. */
double mpit_timer_get(const mpit_words* words, int element);
void mpit_mark_update(const mpit_mark* mark, uint64_t level, int element);
void mpit_double_mark_update(const mpit_mark* mark, double level, int element);
/* The current level. */
uint64_t mpit_mark_get(const mpit_mark* mark, int element);
double mpit_double_mark_get(const mpit_mark* mark, int element);

/* This thread's words; NULL until its first update. */
struct mpit_thread_block;
extern __thread struct mpit_thread_block* mpit_current_block
    __attribute__((tls_model("initial-exec")));

/* The thread sanitizer does not see the instruction below. */
#if defined(__SANITIZE_THREAD__)
#define MPIT_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MPIT_UNDER_TSAN 1
#endif
#endif

/* One unlocked add to a word of this thread. */
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

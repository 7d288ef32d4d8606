/* SPDX-License-Identifier: BSD-3-Clause
 * Performance variables of a component that is written in C, or that is loaded at run time: what
 * the library exports for them. Components use the macros in mpit/mpit.h.
 *
 * Registration: at any time, before or after MPI_T_init_thread, from any thread; may lock; not in
 * signal handlers. Updates: from any thread and from signal handlers. Registration functions return
 * MPI_SUCCESS, or MPI_T_ERR_INVALID with the reason in mpit_last_error(), or MPI_T_ERR_MEMORY. */
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

/* What every registration says; the words are those of MPI_T_pvar_get_info. Strings are copied. A
 * struct beside the engine's PvarSpec, since C components see nothing but these headers.
 * category: name of the category that the variable joins (created if new), or NULL. */
typedef struct mpit_pvar_info {
  const char *name, *category, *desc;
  int var_class;
  MPI_Datatype datatype;
  MPI_T_enum enumtype;
  int verbosity, bind, flags;
} mpit_pvar_info;

/* Where a sum's words are. `offset` (of the first word in each thread's block) is 0 until it is
 * registered: updates before that do not count. */
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

/* Where a mark is. Updates before the registration do not count. */
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
 * handle; NULL if the variable is not bound. Called whenever a tool uses a handle, in signal
 * handlers too if tools do. Sums must never fall. */
typedef void mpit_get_value(void* address, const void* object, int element, void* value);
/* The number of elements for the object; below 1: the object is refused. */
typedef int mpit_get_count(void* address, const void* object);

/* A sum of `count` elements whose words the library keeps, one per thread and element. */
int mpit_register_sum(mpit_pvar_info info, int count, mpit_words* words);
/* Marks of `count` levels, which are `initial` (one element of the datatype; NULL: 0) until their
 * first update. */
int mpit_register_mark(mpit_pvar_info info, int count, const void* initial, mpit_mark* mark);
/* Elements in memory of the component, which stays until the variable is withdrawn. Any class but
 * the watermarks. */
int mpit_register_memory(mpit_pvar_info info, int count, const void* address);
/* Elements that a callback computes; any class but the watermarks. Bound variables ask get_count,
 * the others have `count` elements. */
int mpit_register_callback(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                           mpit_get_count* get_count);
/* Whichever of the above fits: watermarks (address: their mpit_mark), get_value, or memory. */
int mpit_register_dynamic(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                          mpit_get_count* get_count);
/* An enumeration for `enumtype`; MPI_T_ENUM_NULL if it is refused. */
MPI_T_enum mpit_register_enum(const char* name, int count, const char* const names[],
                              const int values[]);
/* Before the component is unloaded: no new handles, and those that exist give
 * MPI_T_ERR_INVALID_HANDLE. The component's memory and callbacks are not used once calls under way
 * have returned. MPI_T_ERR_INVALID_NAME if there is no such variable. */
int mpit_withdraw(const char* name, int var_class);
/* Why this thread's last registration failed. Valid until its next one. */
const char* mpit_last_error(void);

/* Elements count from 0 and are not checked. */
void mpit_sum_inc_slowly(const mpit_words* words, uint64_t amount, int element);
void mpit_double_sum_inc(const mpit_words* words, double amount, int element);
/* Where the component's own count begins; handles do not notice. */
void mpit_sum_init(const mpit_words* words, int element);
uint64_t mpit_sum_get(const mpit_words* words, int element);
double mpit_double_sum_get(const mpit_words* words, int element);
/* A stretch of time, which counts as it goes on: begins, and ends on the same thread. `since`: what
 * the begin returned, 0 if the timer was not registered then. */
uint64_t mpit_timer_start(const mpit_words* words, int element);
void mpit_timer_end(const mpit_words* words, uint64_t since, int element);
/* Seconds. */
double mpit_timer_get(const mpit_words* words, int element);
void mpit_mark_update(const mpit_mark* mark, uint64_t level, int element);
void mpit_double_mark_update(const mpit_mark* mark, double level, int element);
/* The level in force. */
uint64_t mpit_mark_get(const mpit_mark* mark, int element);
double mpit_double_mark_get(const mpit_mark* mark, int element);

/* This thread's words; null until its first update. */
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

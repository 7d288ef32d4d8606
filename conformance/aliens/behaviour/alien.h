/* SPDX-License-Identifier: BSD-3-Clause
 * Shared declarations of the behaviours of alien MPIs. One library has all of them. It interposes
 * the reference: preloaded, or linked by the wrapper of a prefix. */
#pragma once

#include <mpi.h>

/* The names in MPITCHECK_ALIEN, which commas separate; ../table.py describes each. */
// clang-format off
#define MPITCHECK_ALIENS(X) \
  X(banner_at_init) X(multi_line_version) X(segv_banner) X(forks_lack_thread) X(closes_files) \
  X(changes_folder) X(blocks_signals) X(dup_crashes) X(not_implemented_aborts) \
  X(not_implemented_code) X(always_multiple_query) X(refusals_call_handler) X(state_of_thread) \
  X(no_null_query) X(length_without_null) X(one_session) X(handle_is_index) X(garbage_members) \
  X(name_twice) X(surplus_finalize) X(other_names) X(all_handles_crash) X(slow_calls) \
  X(one_job_a_node) X(version_31) X(needs_link_flag)
// clang-format on

enum Alien {
#define X(name) ALIEN_##name,
  MPITCHECK_ALIENS(X)
#undef X
      ALIEN_count
};

extern unsigned char alien_on[ALIEN_count];
/* Whether the behaviour is enabled. */
static inline int alien_is(enum Alien behaviour) { return alien_on[behaviour]; }

/* The function of this name in the library that follows this one; NULL if there is none. */
void* alien_real(const char* name);

/* Opens the definition of an MPI function under both names. Its body calls the function of the
 * reference by MPITCHECK_REAL(name, parameters). */
#define MPITCHECK_EXPORTED __attribute__((visibility("default")))
#define MPITCHECK_MPI_FUNCTION(name, parameters)                           \
  MPITCHECK_EXPORTED int P##name parameters __attribute__((alias(#name))); \
  MPITCHECK_EXPORTED int name parameters
#define MPITCHECK_REAL(name, parameters) ((int(*) parameters)alien_real("P" #name))

/* Declares for each MPI_T function: alien_NAME, which a file here may define to replace it, and
 * real_NAME, which calls the function of the reference. */
#define T(name, parameters, arguments)                               \
  __attribute__((visibility("hidden"))) int alien_##name parameters; \
  __attribute__((visibility("hidden"))) int real_##name parameters;
#include "functions.inc"
#undef T

/* Called before and after each MPI_T function. alien_enter returns the code that the function
 * returns at once, or a negative number. alien_leave returns the final code. */
int alien_enter(const char* function);
int alien_leave(int code);

/* SPDX-License-Identifier: BSD-3-Clause
 * Enables behaviours, and defines the MPI_T functions under both names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alien.h"

/* The behaviours of a library that a wrapper links, set when it is built. */
#ifndef ALIEN_DEFAULT
#define ALIEN_DEFAULT ""
#endif

unsigned char alien_on[ALIEN_count];

static void turn_on(const char* name) {
  static const char* const known[] = {
#define X(name) #name,
      MPITCHECK_ALIENS(X)
#undef X
  };
  for (int i = 0; i < ALIEN_count; ++i) {
    if (strcmp(name, known[i]) == 0) {
      alien_on[i] = 1;
      return;
    }
  }
  fprintf(stderr, "MPITCHECK_ALIEN: there is no behaviour '%s'\n", name);
  _exit(3);
}

static void turn_on_all(const char* names) {
  char text[1024];
  snprintf(text, sizeof text, "%s", names);
  char* rest = text;
  for (char* name; (name = strsep(&rest, ",")) != NULL;) {
    if (*name != '\0') turn_on(name);
  }
}

void* alien_real(const char* name) { return dlsym(RTLD_NEXT, name); }

/* Looks functions up before main(), because dlsym() locks and signal handlers call MPI_T. */
#define T(name, parameters, arguments)                                                \
  static int(*found_##name) parameters;                                               \
  int real_##name parameters { return found_##name arguments; }                       \
  __attribute__((weak)) int alien_##name parameters { return real_##name arguments; } \
  MPITCHECK_EXPORTED int P##name parameters __attribute__((alias(#name)));            \
  MPITCHECK_EXPORTED int name parameters {                                            \
    const int refused = alien_enter(#name);                                           \
    return refused >= 0 ? refused : alien_leave(alien_##name arguments);              \
  }
#include "functions.inc"
#undef T

__attribute__((constructor)) static void begin(void) {
  const char* const names = getenv("MPITCHECK_ALIEN");
  turn_on_all(ALIEN_DEFAULT);
  if (names != NULL) turn_on_all(names);
#define T(name, parameters, arguments) *(void**)&found_##name = alien_real("P" #name);
#include "functions.inc"
#undef T
}

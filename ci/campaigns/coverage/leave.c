/* SPDX-License-Identifier: BSD-3-Clause */
/* In trees of ci/campaigns/campaign coverage: who leaves by these functions leaves its counts too. Children of tests do. */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump(void);

__attribute__((visibility("default"))) void _exit(int code) {
  __gcov_dump();
  for (;;) syscall(SYS_exit_group, code);
}

__attribute__((visibility("default"))) void _Exit(int code) { _exit(code); }

__attribute__((visibility("default"))) void abort(void) {
  __gcov_dump();
  raise(SIGABRT); /* handlers */
  signal(SIGABRT, SIG_DFL);
  for (;;) raise(SIGABRT);
}

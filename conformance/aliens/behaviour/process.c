/* SPDX-License-Identifier: BSD-3-Clause
 * Effects on the process, and missing MPI functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "alien.h"

static void tell_and_leave(int signal) {
  static const char text[] =
      "====================================\n[T 0 P 0 N 0] [error] signal caught\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0 || signal != 0) _exit(247);
}

static void install_handlers(void) {
  struct sigaction action = {0};
  action.sa_handler = tell_and_leave;
  for (const int* each = (const int[]){SIGSEGV, SIGBUS, SIGFPE, SIGILL, 0}; *each != 0; ++each) {
    sigaction(*each, &action, NULL);
  }
}

static void block_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  for (const int* each = (const int[]){SIGALRM, SIGPROF, SIGUSR1, SIGCHLD, SIGTERM, 0}; *each != 0;
       ++each) {
    sigaddset(&set, *each);
  }
  sigprocmask(SIG_BLOCK, &set, NULL);
}

/* Ends the process if another job runs on the node. The processes of a job share a process group.
 */
static void take_node(void) {
  static int file = -1;
  pid_t holder = 0;
  const char* const path = getenv("MPITCHECK_ALIEN_NODE");
  if (path == NULL || file >= 0) return;
  file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (flock(file, LOCK_EX | LOCK_NB) == 0) {
    holder = getpgrp();
    if (pwrite(file, &holder, sizeof holder, 0) == sizeof holder) return;
  }
  usleep(10000); /* the holder of the lock may not have written yet */
  if (pread(file, &holder, sizeof holder, 0) == sizeof holder && holder == getpgrp()) return;
  fprintf(stderr, "Alien MPI: another job runs on this node\n");
  exit(1);
}

static void begin(void) {
  if (alien_is(ALIEN_one_job_a_node)) take_node();
  if (alien_is(ALIEN_banner_at_init)) {
    printf("*** Alien MPI, built for you ***\n");
    fflush(stdout);
  }
  if (alien_is(ALIEN_needs_link_flag) && dlsym(RTLD_DEFAULT, "alien_start_file") == NULL) {
    fprintf(stderr, "Alien MPI: this program was not linked as the wrapper links\n");
    exit(1);
  }
  if (alien_is(ALIEN_changes_folder) && chdir("/") != 0) abort();
  if (alien_is(ALIEN_blocks_signals)) block_signals();
}

static int begun(int code) {
  if (code != MPI_SUCCESS) return code;
  if (alien_is(ALIEN_segv_banner)) install_handlers();
  for (int file = 3; alien_is(ALIEN_closes_files) && file < 1024; ++file) close(file);
  return code;
}

MPITCHECK_MPI_FUNCTION(MPI_Init, (int* argc, char*** argv)) {
  begin();
  return begun(MPITCHECK_REAL(MPI_Init, (int*, char***))(argc, argv));
}

MPITCHECK_MPI_FUNCTION(MPI_Init_thread, (int* argc, char*** argv, int required, int* provided)) {
  begin();
  return begun(
      MPITCHECK_REAL(MPI_Init_thread, (int*, char***, int, int*))(argc, argv, required, provided));
}

MPITCHECK_MPI_FUNCTION(MPI_Query_thread, (int* provided)) {
  const int code = MPITCHECK_REAL(MPI_Query_thread, (int*))(provided);
  if (code == MPI_SUCCESS && alien_is(ALIEN_always_multiple_query)) *provided = MPI_THREAD_MULTIPLE;
  return code;
}

MPITCHECK_MPI_FUNCTION(MPI_Get_library_version, (char* version, int* resultlen)) {
  static const char text[] =
      "Alien MPI 2.0\n\tbuilt: today, on a quiet machine\n\ttransport: none\n";
  if (!alien_is(ALIEN_multi_line_version)) {
    return MPITCHECK_REAL(MPI_Get_library_version, (char*, int*))(version, resultlen);
  }
  strcpy(version, text);
  *resultlen = (int)strlen(text);
  return MPI_SUCCESS;
}

MPITCHECK_MPI_FUNCTION(MPI_Get_version, (int* version, int* subversion)) {
  const int code = MPITCHECK_REAL(MPI_Get_version, (int*, int*))(version, subversion);
  if (alien_is(ALIEN_version_31)) *version = 3, *subversion = 1;
  return code;
}

MPITCHECK_MPI_FUNCTION(MPI_Comm_dup, (MPI_Comm comm, MPI_Comm* newcomm)) {
  if (alien_is(ALIEN_dup_crashes)) *(volatile int*)((char*)NULL + 16) = 0;
  return MPITCHECK_REAL(MPI_Comm_dup, (MPI_Comm, MPI_Comm*))(comm, newcomm);
}

/* --- Functions that are not implemented */

static int is_lacking(const char* function) {
  if (alien_is(ALIEN_not_implemented_aborts)) {
    fprintf(stderr, "Alien MPI: %s: not implemented\n", function);
    abort();
  }
  return alien_is(ALIEN_not_implemented_code);
}

MPITCHECK_MPI_FUNCTION(MPI_Win_create, (void* base, MPI_Aint size, int disp_unit, MPI_Info info,
                                        MPI_Comm comm, MPI_Win* win)) {
  if (is_lacking("MPI_Win_create")) return MPI_ERR_UNSUPPORTED_OPERATION;
  return MPITCHECK_REAL(MPI_Win_create, (void*, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win*))(
      base, size, disp_unit, info, comm, win);
}

MPITCHECK_MPI_FUNCTION(MPI_Win_allocate, (MPI_Aint size, int disp_unit, MPI_Info info,
                                          MPI_Comm comm, void* baseptr, MPI_Win* win)) {
  if (is_lacking("MPI_Win_allocate")) return MPI_ERR_UNSUPPORTED_OPERATION;
  return MPITCHECK_REAL(MPI_Win_allocate, (MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*))(
      size, disp_unit, info, comm, baseptr, win);
}

MPITCHECK_MPI_FUNCTION(MPI_File_open, (MPI_Comm comm, const char* filename, int amode,
                                       MPI_Info info, MPI_File* fh)) {
  if (is_lacking("MPI_File_open")) return MPI_ERR_UNSUPPORTED_OPERATION;
  return MPITCHECK_REAL(MPI_File_open, (MPI_Comm, const char*, int, MPI_Info, MPI_File*))(
      comm, filename, amode, info, fh);
}

MPITCHECK_MPI_FUNCTION(MPI_Session_init,
                       (MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session)) {
  if (is_lacking("MPI_Session_init")) return MPI_ERR_UNSUPPORTED_OPERATION;
  return MPITCHECK_REAL(MPI_Session_init, (MPI_Info, MPI_Errhandler, MPI_Session*))(
      info, errhandler, session);
}

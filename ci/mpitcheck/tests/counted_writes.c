/* SPDX-License-Identifier: BSD-3-Clause
 * A tool that passes each write of a cvar on, by either name, and adds a byte to the file $COUNTED_WRITES. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int counted(const char* name, MPI_T_cvar_handle handle, const void* buf) {
  int (*write_cvar)(MPI_T_cvar_handle, const void*);
  const char* const path = getenv("COUNTED_WRITES");
  const int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
  if (file < 0 || write(file, "+", 1) != 1) abort();
  close(file);
  *(void**)&write_cvar = dlsym(RTLD_NEXT, name);
  return write_cvar(handle, buf);
}

int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void* buf) {
  return counted("MPI_T_cvar_write", handle, buf);
}

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void* buf) {
  return counted("PMPI_T_cvar_write", handle, buf);
}

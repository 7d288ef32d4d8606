// SPDX-License-Identifier: BSD-3-Clause
// The two functions that the preloaded library replaces.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

Act chosen() {
  const char* const wanted = std::getenv("MPITCHECK_HOSTILE");
  for (const Act& act : all_acts()) {
    if (wanted != nullptr && act.name == wanted) return act;
  }
  std::fprintf(stderr, "MPITCHECK_HOSTILE: there is no library '%s': bin/hostile lists them\n",
               wanted == nullptr ? "" : wanted);
  ::_exit(3);
}

/// Does the act once per process, and once in each forked child. Returns whether the result must
/// break a rule.
bool strikes() {
  static const Act act = chosen();
  static pid_t struck_in = 0;
  if (const pid_t self = ::getpid(); struck_in != self) {
    struck_in = self;
    act.run();
  }
  return act.is_broken;
}

}  // namespace
}  // namespace mpitcheck::hostile

#define MPITCHECK_EXPORTED __attribute__((visibility("default")))

extern "C" {

// Returns a scope that the standard does not have, and that differs between processes.
MPITCHECK_EXPORTED int MPI_T_cvar_get_info(int index, char* name, int* name_len, int* verbosity,
                                           MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                                           int* desc_len, int* bind, int* scope) {
  const bool broken = mpitcheck::hostile::strikes();
  const int code = PMPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype, desc,
                                        desc_len, bind, scope);
  if (broken && code == MPI_SUCCESS && scope != nullptr) *scope = -::getpid();
  return code;
}

MPITCHECK_EXPORTED int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void* object,
                                               MPI_T_pvar_handle* handle, int* count) {
  if (mpitcheck::hostile::strikes()) return MPI_ERR_OTHER;
  return PMPI_T_pvar_handle_alloc(session, index, object, handle, count);
}

}  // extern "C"

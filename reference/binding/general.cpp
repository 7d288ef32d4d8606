// SPDX-License-Identifier: BSD-3-Clause
// Start and end of the tool interface, and MPI_Pcontrol.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;

extern "C" {

MPIT_API(int, MPI_T_init_thread, (int required, int* provided)) {
  return to_int(engine().init_thread(required, provided));
}

MPIT_API(int, MPI_T_finalize, (void)) { return to_int(engine().finalize()); }

// For profilers to replace; without one it has no effect (profiling-pcontrol-noop).
MPIT_API(int, MPI_Pcontrol, (const int /*level*/, ...)) { return MPI_SUCCESS; }

}  // extern "C"

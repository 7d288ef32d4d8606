// SPDX-License-Identifier: BSD-3-Clause
// Start and end of MPI.
#include "call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Init, (int* /*argc*/, char*** /*argv*/)) {
  return call_any_time(MPIT_FUNCTION, [](Call& call) { call.process.start(MPI_THREAD_SINGLE); });
}

MPIT_API(int, MPI_Init_thread, (int* /*argc*/, char*** /*argv*/, int required, int* provided)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(provided, "provided");
    if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
        required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE) {
      throw Error{MPI_ERR_ARG, "required is no thread level"};
    }
    call.process.start(required);
    *provided = call.process.thread_level;
  });
}

MPIT_API(int, MPI_Finalize, (void)) {
  return call_active(MPIT_FUNCTION, [](Call& call) { call.process.finish(call.lock); });
}

MPIT_API(int, MPI_Initialized, (int* flag)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(flag, "flag");
    *flag = call.process.phase != Process::Phase::before_init;
  });
}

MPIT_API(int, MPI_Finalized, (int* flag)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(flag, "flag");
    *flag = call.process.phase == Process::Phase::finalized;
  });
}

MPIT_API(int, MPI_Query_thread, (int* provided)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(provided, "provided");
    *provided = call.process.thread_level;
  });
}

MPIT_API(int, MPI_Is_thread_main, (int* flag)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(flag, "flag");
    *flag = call.process.main_thread == std::this_thread::get_id();
  });
}

MPIT_API(int, MPI_Abort, (MPI_Comm /*comm*/, int errorcode)) {
  mpit::binding::process().die("MPI_Abort: ending with code " + std::to_string(errorcode),
                               errorcode);
}

}  // extern "C"

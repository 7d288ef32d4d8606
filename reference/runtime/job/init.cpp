// SPDX-License-Identifier: BSD-3-Clause
// Start and end of MPI; versions, names and clocks.
#include <unistd.h>

#include <chrono>
#include <cstring>

#include "reference/runtime/call.hpp"
#include "reference/runtime/job/version.hpp"

using namespace mpit::runtime;

namespace {

static_assert(sizeof library_version <= MPI_MAX_LIBRARY_VERSION_STRING);

using Clock = std::chrono::steady_clock;

}  // namespace

extern "C" {

MPIT_API(int, MPI_Init, (int* /*argc*/, char*** /*argv*/)) {
  return call_any_time(MPIT_FUNCTION,
                       [](Call& call) { call.process.start(call.lock, MPI_THREAD_SINGLE); });
}

MPIT_API(int, MPI_Init_thread, (int* /*argc*/, char*** /*argv*/, int required, int* provided)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(provided, "provided");
    if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
        required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE) {
      throw Error{MPI_ERR_ARG, "required is no thread level"};
    }
    call.process.start(call.lock, required);
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
  mpit::process().die("MPI_Abort: ending with code " + std::to_string(errorcode), errorcode);
}

MPIT_API(int, MPI_Get_version, (int* version, int* subversion)) {
  return call_any_time(MPIT_FUNCTION, [&](Call&) {
    require_pointer(version, "version");
    require_pointer(subversion, "subversion");
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
  });
}

MPIT_API(int, MPI_Get_library_version, (char* version, int* resultlen)) {
  return call_any_time(MPIT_FUNCTION, [&](Call&) {
    require_pointer(version, "version");
    require_pointer(resultlen, "resultlen");
    std::memcpy(version, library_version, sizeof library_version);
    *resultlen = static_cast<int>(sizeof library_version - 1);
  });
}

MPIT_API(int, MPI_Abi_get_version, (int* abi_major, int* abi_minor)) {
  return call_any_time(MPIT_FUNCTION, [&](Call&) {
    require_pointer(abi_major, "abi_major");
    require_pointer(abi_minor, "abi_minor");
    *abi_major = MPI_ABI_VERSION;
    *abi_minor = MPI_ABI_SUBVERSION;
  });
}

MPIT_API(int, MPI_Get_processor_name, (char* name, int* resultlen)) {
  return call_active(MPIT_FUNCTION, [&](Call&) {
    require_pointer(name, "name");
    require_pointer(resultlen, "resultlen");
    if (gethostname(name, MPI_MAX_PROCESSOR_NAME) != 0) {
      throw Error{MPI_ERR_OTHER, "the host has no name"};
    }
    name[MPI_MAX_PROCESSOR_NAME - 1] = '\0';
    *resultlen = static_cast<int>(std::strlen(name));
  });
}

MPIT_API(double, MPI_Wtime, (void)) {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

MPIT_API(double, MPI_Wtick, (void)) {
  return std::chrono::duration<double>(Clock::duration(1)).count();
}

}  // extern "C"

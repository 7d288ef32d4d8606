// SPDX-License-Identifier: BSD-3-Clause
// Versions, names and clocks.
#include <unistd.h>

#include <chrono>
#include <cstring>

#include "call.hpp"
#include "version.hpp"

using namespace mpit::runtime;

namespace {

static_assert(sizeof library_version <= MPI_MAX_LIBRARY_VERSION_STRING);

using Clock = std::chrono::steady_clock;

}  // namespace

extern "C" {

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

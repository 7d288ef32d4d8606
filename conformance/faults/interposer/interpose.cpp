// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI in the preloaded library. Each behaves as the selected fault specifies.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "conformance/faults/interposer/blast.hpp"
#include "conformance/faults/interposer/cell.hpp"
#include "conformance/faults/interposer/effect.hpp"
#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {
namespace {

Interface with_fault() {
  Interface mpi = real;
  const char* const wanted = std::getenv("MPITCHECK_FAULT");
  if (wanted == nullptr) return mpi;
  constexpr std::string_view of_blast = "blast:";
  const std::string_view name = wanted;
  if (name.starts_with(of_blast) &&
      put_blast_in_force(std::string(name.substr(of_blast.size())), mpi)) {
    return mpi;
  }
  constexpr std::string_view of_cell = "cell:";
  if (name.starts_with(of_cell) &&
      put_cell_in_force(std::string(name.substr(of_cell.size())), mpi)) {
    return mpi;
  }
  for (const Fault& fault : all_faults()) {
    if (fault.name != wanted) continue;
    fault.put_in_force(mpi);
    return mpi;
  }
  std::fprintf(stderr, "MPITCHECK_FAULT: there is no fault '%s': bin/faults lists them\n", wanted);
  _exit(3);
}

const Interface& in_force() {
  static const Interface mpi = with_fault();
  return mpi;
}

// Whether calls of MPI_T that the fault replaces run one at a time: most faults keep records of
// handles without a lock of their own. Those of the stress suite are in calls that overlap.
bool is_serial() {
  static const bool serial = [] {
    const char* const wanted = std::getenv("MPITCHECK_FAULT");
    return wanted != nullptr && !std::string_view(wanted).starts_with("stress_");
  }();
  return serial;
}

// Recursive, because callbacks make calls.
std::recursive_mutex& one_at_a_time() {
  static std::recursive_mutex mutex;
  return mutex;
}

template <auto Member, class... Args>
int call_in_force(Args... args) {
  const auto function = in_force().*Member;
  if (function == real.*Member) return (bare.*Member)(args...);
  return Watched<Member>::replaced(function, args...);
}

template <auto Member, class... Args>
int call_of_tool_in_force(Args... args) {
  std::unique_lock turn(one_at_a_time(), std::defer_lock);
  if (in_force().*Member != real.*Member && is_serial()) turn.lock();
  return call_in_force<Member>(args...);
}

}  // namespace
}  // namespace mpitcheck::faults

using mpitcheck::faults::call_in_force;
using mpitcheck::faults::call_of_tool_in_force;
using mpitcheck::faults::Interface;

#define MPITCHECK_WRAPPER_0(call, name, result, parameters, arguments)
#define MPITCHECK_WRAPPER_1(call, name, result, parameters, arguments) \
  __attribute__((visibility("default"))) result name parameters {      \
    return call<&Interface::name> arguments;                           \
  }
#define MPITCHECK_WRAPPER(flag, name, result, parameters, arguments) \
  MPITCHECK_WRAPPER_(flag, name, result, parameters, arguments)
#define MPITCHECK_WRAPPER_(flag, name, result, parameters, arguments) \
  MPITCHECK_WRAPPER_##flag(call_of_tool_in_force, name, result, parameters, arguments)

extern "C" {

#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_WRAPPER(MPITCHECK_REPLACEABLE(name), name, result, parameters, arguments)
#include "mpitcheck/api.inc"
#undef MPITCHECK_API

#define MPITCHECK_MPI_WRAPPER(name)                                          \
  MPITCHECK_WRAPPER_1(call_in_force, name, int, MPITCHECK_PARAMETERS_##name, \
                      MPITCHECK_ARGUMENTS_##name)
MPITCHECK_MPI_FUNCTIONS(MPITCHECK_MPI_WRAPPER)
#undef MPITCHECK_MPI_WRAPPER

// The arguments after the level are for profilers. MPI ignores them.
__attribute__((visibility("default"))) int MPI_Pcontrol(const int level, ...) {
  return call_in_force<&Interface::MPI_Pcontrol>(level);
}

}  // extern "C"

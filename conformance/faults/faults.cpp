// SPDX-License-Identifier: BSD-3-Clause
// The list of faults, and the MPI beneath them.
#include "faults/fault.hpp"

#include <algorithm>
#include <utility>

#define MPITCHECK_POINTER_1(name) &::name
#define MPITCHECK_POINTER_0(name) nullptr
#define MPITCHECK_POINTER(flag, name) MPITCHECK_POINTER_(flag, name)
#define MPITCHECK_POINTER_(flag, name) MPITCHECK_POINTER_##flag(name)

namespace mpitcheck::faults {
namespace {

std::vector<Fault>& registered() {
  static std::vector<Fault> faults;
  return faults;
}

}  // namespace

const Interface real{
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_POINTER(MPITCHECK_DECLARES(P##name), P##name),
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
#define MPITCHECK_MPI_FUNCTION(name, parameters, arguments) &P##name,
#include "faults/mpi_functions.inc"
#undef MPITCHECK_MPI_FUNCTION
    [](int level) { return PMPI_Pcontrol(level); }};

Registration::Registration(Fault fault) { registered().push_back(std::move(fault)); }

std::vector<Fault> all_faults() {
  std::vector<Fault> faults = registered();
  std::sort(faults.begin(), faults.end(),
            [](const Fault& a, const Fault& b) { return a.name < b.name; });
  return faults;
}

}  // namespace mpitcheck::faults

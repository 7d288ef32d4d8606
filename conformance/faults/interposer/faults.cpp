// SPDX-License-Identifier: BSD-3-Clause
// The list of faults, and the functions of the MPI.
#include "conformance/faults/interposer/fault.hpp"

#include <algorithm>
#include <utility>

#include "conformance/faults/interposer/effect.hpp"

namespace mpitcheck::faults {
namespace {

std::vector<Fault>& registered() {
  static std::vector<Fault> faults;
  return faults;
}

// Drops the arguments after the level, which are for profilers.
int pcontrol(int level) { return PMPI_Pcontrol(level); }

}  // namespace

#define MPITCHECK_CHOICE(flag, name) MPITCHECK_CHOICE_(flag, name)
#define MPITCHECK_CHOICE_(flag, name) MPITCHECK_CHOICE_##flag(name)
#define MPITCHECK_CHOICE_0(name) nullptr
#define MPITCHECK_CHOSEN(name) MPITCHECK_CHOICE_1(name),

#define MPITCHECK_CHOICE_1(name) &P##name
const Interface bare{
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_CHOICE(MPITCHECK_DECLARES(P##name), name),
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
    MPITCHECK_MPI_FUNCTIONS(MPITCHECK_CHOSEN) pcontrol};
#undef MPITCHECK_CHOICE_1

#define MPITCHECK_CHOICE_1(name) &Watched<&Interface::name>::heard<only_asks(#name)>
const Interface real{
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_CHOICE(MPITCHECK_DECLARES(P##name), name),
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
    MPITCHECK_MPI_FUNCTIONS(MPITCHECK_CHOSEN) MPITCHECK_CHOICE_1(MPI_Pcontrol)};
#undef MPITCHECK_CHOICE_1
#undef MPITCHECK_CHOSEN

Registration::Registration(Fault fault) { registered().push_back(std::move(fault)); }

std::vector<Fault> all_faults() {
  std::vector<Fault> faults = registered();
  std::sort(faults.begin(), faults.end(),
            [](const Fault& a, const Fault& b) { return a.name < b.name; });
  return faults;
}

}  // namespace mpitcheck::faults

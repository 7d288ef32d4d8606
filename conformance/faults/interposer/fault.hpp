// SPDX-License-Identifier: BSD-3-Clause
// Faults: deliberately broken MPI_Ts that the tests must find. A fault replaces some functions of
// the interface. A library that contains all faults is preloaded over any MPI and installs the
// fault that MPITCHECK_FAULT names. Each fault breaks one rule and nothing else.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/faults/interposer/mpi_functions.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "mpitcheck/clauses.hpp"
#include "mpitcheck/parameters.inc"

namespace mpitcheck::faults {

/// The implementations of the functions. Null: the MPI lacks the function.
struct Interface {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  result(*name) parameters;
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
#define MPITCHECK_MEMBER(name) int(*name) MPITCHECK_PARAMETERS_##name;
  MPITCHECK_MPI_FUNCTIONS(MPITCHECK_MEMBER)
#undef MPITCHECK_MEMBER
  int (*MPI_Pcontrol)(int level);
};

/// The MPI's own functions, by their profiling names.
extern const Interface real;

struct Fault {
  std::string_view name;
  std::string_view brief;       ///< the wrong behaviour, in one sentence
  std::vector<Clause> clauses;  ///< broken clauses: a failing test must name each
  void (*put_in_force)(Interface& mpi);
};

/// Reports that the fault showed. Faults call it where neither codes nor outputs show it: if they
/// change MPI itself or memory behind the interface.
void took_effect();

/// All faults, in the order of their names.
std::vector<Fault> all_faults();

/// Registers a fault, for MPITCHECK_FAULT.
struct Registration {
  explicit Registration(Fault fault);
};

/// Registers the fault `id` and opens the body that installs it by setting members of `mpi`. Most
/// faults are a row (rows.hpp). This macro is for faults that need more:
///
///   MPITCHECK_FAULT(cvar_num_falls, "MPI_T_cvar_get_num returns one less each time",
///                   clause::cvar_num_may_only_grow) {
///     static int calls = 0;
///     MPITCHECK_REPLACE(MPI_T_cvar_get_num) {
///       const int code = MPITCHECK_REAL(MPI_T_cvar_get_num);
///       if (code == MPI_SUCCESS) *num_cvar -= ++calls;
///       return code;
///     };
///   }
#define MPITCHECK_FAULT(id, brief, ...) MPITCHECK_FAULT_THAT_BREAKS(id, brief, {__VA_ARGS__})
#define MPITCHECK_FAULT_THAT_BREAKS(id, brief, ...)                 \
  static void break_##id(::mpitcheck::faults::Interface& mpi);      \
  static const ::mpitcheck::faults::Registration registration_##id( \
      {#id, brief, __VA_ARGS__, break_##id});                       \
  static void break_##id([[maybe_unused]] ::mpitcheck::faults::Interface& mpi)

/// Replaces a function within a fault. The block that follows has the function's parameters, with
/// the names of the standard.
#define MPITCHECK_REPLACE(function) mpi.function = [] MPITCHECK_PARAMETERS_##function->int

/// Within the block: calls the MPI's own function with the current values of the parameters.
#define MPITCHECK_REAL(function) real.function MPITCHECK_ARGUMENTS_##function

}  // namespace mpitcheck::faults

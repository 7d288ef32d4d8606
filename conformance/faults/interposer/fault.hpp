// SPDX-License-Identifier: BSD-3-Clause
// Faults: deliberately broken MPI_Ts that prove the tests. A fault replaces some functions of the
// interface; the library of them all, preloaded over any MPI, puts the one in force that
// MPITCHECK_FAULT names. Each breaks one rule and nothing else.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/faults/interposer/mpi_functions.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "mpitcheck/clauses.hpp"
#include "mpitcheck/parameters.inc"

namespace mpitcheck::faults {

/// What calls of each function do. Null: the MPI lacks it.
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
  std::string_view brief;       ///< what the library does wrong, in one sentence
  std::vector<Clause> clauses;  ///< that it breaks: each must be named by a failing test
  void (*put_in_force)(Interface& mpi);
};

/// Says that the fault in force showed. Faults call it where neither codes nor outputs do: what
/// they do to MPI or to memory behind the interface.
void took_effect();

/// All faults, in the order of their names.
std::vector<Fault> all_faults();

/// Makes a fault known. MPITCHECK_FAULT does it.
struct Registration {
  explicit Registration(Fault fault);
};

/// Registers the fault `id` and opens the body that puts it in force, by setting members of `mpi`.
/// Most are a row (rows.hpp); this is for those that need more:
///
///   MPITCHECK_FAULT(cvar_num_falls, "MPI_T_cvar_get_num tells one cvar less each time",
///                   clause::cvar_num_may_only_grow) {
///     static int calls = 0;
///     REPLACE(MPI_T_cvar_get_num) {
///       const int code = REAL(MPI_T_cvar_get_num);
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

/// Replaces a function within a fault; the block that follows has its parameters, by the names that
/// the standard gives them.
#define REPLACE(function) mpi.function = [] MPITCHECK_PARAMETERS_##function->int

/// Within it: the call of the MPI's own function, with the parameters as they are by now.
#define REAL(function) real.function MPITCHECK_ARGUMENTS_##function

}  // namespace mpitcheck::faults

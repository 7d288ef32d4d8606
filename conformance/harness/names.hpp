// SPDX-License-Identifier: BSD-3-Clause
// Names of codes and constants, as mpi.h spells them: reports never print bare numbers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.hpp"
#include "harness/mpi.hpp"

namespace mpitcheck {

/// One integer constant of the interface that the target's mpi.h defines.
struct NamedConstant {
  std::string_view name;
  std::string_view kind;  // return_code, verbosity, binding, scope, pvar_class, ...
  int value;
};

/// Every integer constant of the catalogue that the target defines, in catalogue order.
std::span<const NamedConstant> defined_constants();

/// Value of the constant `name`, or nothing if the target's mpi.h lacks it.
std::optional<int> constant(std::string_view name);

/// True if `value` is one of the target's constants of `kind`.
bool is_constant(std::string_view kind, int value);

/// "MPI_T_BIND_MPI_COMM", or "4711 (no binding)".
std::string constant_name(std::string_view kind, int value);

/// Whether `code` is MPI_T_ERR_NOT_ACCESSIBLE, which MPI before 4.0 lacks.
bool is_not_accessible(int code);

/// "MPI_SUCCESS", "MPI_T_ERR_INVALID", or "4711 (no MPI_T code)".
std::string code_name(int code);

/// "MPI_INT", ... for the types that MPI_T may use and some that libraries use though they may not.
std::string datatype_name(MPI_Datatype datatype);

/// "MPI_THREAD_SINGLE", ... or "4711 (no thread level)".
std::string thread_level_name(int level);

/// What a call returned, and what it was to return; without the function.
Fact fact_of_code(int code, std::span<const int> allowed);

/// That a call that returned `code` failed.
inline auto fails(int code) { return is_refused(code, code != MPI_SUCCESS, code_name); }

/// That the number is one of the four thread levels.
inline auto is_thread_level(std::string_view output, int seen) {
  const bool ok = seen == MPI_THREAD_SINGLE || seen == MPI_THREAD_FUNNELED ||
                  seen == MPI_THREAD_SERIALIZED || seen == MPI_THREAD_MULTIPLE;
  return is_named(
      output, ok, [=] { return join(seen); },
      [] {
        return std::vector<std::string>{"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
                                        "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"};
      });
}

/// Size in bytes of one element, or 0 for a datatype unknown to us. Usable before MPI_Init.
std::size_t datatype_size(MPI_Datatype datatype);

}  // namespace mpitcheck

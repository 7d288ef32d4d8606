// SPDX-License-Identifier: BSD-3-Clause
// The uses of MPI that make events, counters and states of MPI_T change, as a table of parts. A
// part needs no other process.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// A part of MPI. `use` makes the calls on MPI_COMM_SELF and frees what it created.
struct PartOfMpi {
  std::string_view name;
  void (*use)();
};

/// All parts that the target's mpi.h declares. The first one is a precondition of the others.
std::span<const PartOfMpi> parts_of_mpi();

/// A call of a part that returned an error.
struct PartFails {
  std::string_view function;
  int code;
};
/// A function of a part that the library does not define.
struct PartIsMissing {
  std::string_view function;
};

/// If set, receives each function before a part calls it. For the preflight
/// (conformance/harness/survey/preflight.cpp).
inline void (*on_call_of_part)(std::string_view function) = nullptr;

/// The preflight's report about a part, or MPI_Comm_spawn, that failed, e.g. "MPI_Comm_dup crashes
/// in this library (SIGSEGV)". Empty if it works or was not tried.
std::string_view problem_of_part(std::string_view name);

/// Uses the part with MPI_ERRORS_RETURN. Throws PartFails at the first call that fails, and
/// PartIsMissing at one that the library does not define. MPI must be initialized. Not thread-safe.
void try_part(const PartOfMpi& part);

/// try_part(), unless the part failed in the preflight. Ignores errors: a library that refuses
/// calls only shows less.
void use_part(const PartOfMpi& part);
/// use_part() of every part.
void use_all_parts();

/// Sends a message and sets a name, if possible, to trigger the events of a communicator.
void use_communicator(MPI_Comm comm);

/// Throws CannotGoOn if the part failed in the preflight.
void require_part(std::string_view name);

/// `wanted`, "an event type that ...", followed by the parts that could not be tried.
std::string without_broken_parts(std::string_view wanted);

}  // namespace mpitcheck

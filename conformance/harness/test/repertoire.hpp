// SPDX-License-Identifier: BSD-3-Clause
// What tests do with MPI so that events, counters and states of MPI_T move: a table of its parts,
// each of which this process does with itself alone.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// A part of MPI. `use` makes the calls, on MPI_COMM_SELF, and frees what it made.
struct PartOfMpi {
  std::string_view name;
  void (*use)();
};

/// All parts that the target's mpi.h declares. The first one is what every other asks for.
std::span<const PartOfMpi> parts_of_mpi();

/// A call of a part that returned an error.
struct PartFails {
  std::string_view function;
  int code;
};
struct PartIsMissing {
  std::string_view function;
};

/// Told of each function before a part calls it, if set: the preflight's (survey/preflight.cpp).
inline void (*on_call_of_part)(std::string_view function) = nullptr;

/// What the preflight says of a part, or of MPI_Comm_spawn, that it saw fail, e.g. "MPI_Comm_dup
/// crashes in this library (SIGSEGV)"; empty if it works, or nobody tried.
std::string_view problem_of_part(std::string_view name);

/// Makes use of the part with errors returned; throws PartFails at the first call that fails,
/// PartIsMissing at one that the library does not define. MPI must be up. One thread at a time.
void try_part(const PartOfMpi& part);

/// The same unless the preflight saw it fail. Errors are passed over: a library that refuses only
/// shows less.
void use_part(const PartOfMpi& part);
void use_all_parts();

/// A message and a name, if that works: what a communicator's events are about.
void use_communicator(MPI_Comm comm);

/// Throws CannotGoOn if the preflight saw it fail.
void require_part(std::string_view name);

/// `wanted`, "an event type that ...", with what could not be tried for it.
std::string without_broken_parts(std::string_view wanted);

}  // namespace mpitcheck

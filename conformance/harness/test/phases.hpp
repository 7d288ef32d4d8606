// SPDX-License-Identifier: BSD-3-Clause
// The phases of a program at whose ends lists may have grown.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;

/// Uses part `which` of the repertoire, modulo the number of parts, for the objects that MPI
/// creates then. MPI must be up.
void use_part_of_mpi(int which);

/// Initializes the tool interface, then MPI, uses communicators, messages, windows and files for
/// the first time, and finalizes MPI. Calls `sample` at the end of each phase. For bodies that need
/// nothing, best in isolated_sequence(): whatever is initialized stays so.
void through_phases(Test& t, FunctionRef<void()> sample);

/// through_phases() in a forked child; a crash there is an offender of `clause`.
void live_through(Test& t, Clause clause, FunctionRef<void()> sample);

}  // namespace mpitcheck

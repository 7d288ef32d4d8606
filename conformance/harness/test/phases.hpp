// SPDX-License-Identifier: BSD-3-Clause
// The stops of a program's life at which lists may have grown.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;

/// Uses one of the parts of the repertoire, modulo their number, for what comes into being then.
/// MPI must be up.
void use_part_of_mpi(int which);

/// Initializes the tool interface, then MPI, makes first use of communicators, messages, windows
/// and files, and finalizes MPI; calls `sample` at each stop, in the phase of that name. For bodies
/// that need nothing, best in isolated_sequence(): what is up stays up.
void through_phases(Test& t, FunctionRef<void()> sample);

/// The same in a forked child; a crash there is an offender of `clause`.
void live_through(Test& t, Clause clause, FunctionRef<void()> sample);

}  // namespace mpitcheck

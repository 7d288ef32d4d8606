// SPDX-License-Identifier: BSD-3-Clause
// The phases of a program at whose ends lists may have grown.
#pragma once

#include "conformance/harness/facts/function_ref.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;

/// Uses the part of the repertoire with index `which` modulo the number of parts, so that MPI
/// creates objects. MPI must be initialized.
void use_part_of_mpi(int which);

/// Initializes the tool interface, then MPI, uses the repertoire (communicators, windows, files,
/// ...) for the first time, and finalizes MPI. Calls `sample` at the end of each phase. For tests
/// with needs::nothing, preferably in isolated_sequence(), because the interface stays initialized.
void through_phases(Test& t, FunctionRef<void()> sample);

/// through_phases() in a forked child. A crash there is an offender of `clause`.
void live_through(Test& t, Clause clause, FunctionRef<void()> sample);

}  // namespace mpitcheck

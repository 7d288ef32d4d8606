// SPDX-License-Identifier: BSD-3-Clause
// A property as a test of the harness: generated cases on several stages, with shrunk failures.
#pragma once

#include "properties/runner/case_process.hpp"

namespace mpitcheck::properties {

/// A property without the clauses that its test cites.
struct Property {
  Mix mix;
  bool before_mpi = true;  // cases while MPI is not initialized
  bool with_mpi = true;    // cases with MPI initialized, where traffic is possible
  bool with_use = true;    // of variables, not only queries
  bool lifecycle =
      false;             // sequences that begin before MPI_T_init_thread, in processes of their own
  bool growing = false;  // MPI is initialized within sequences, each in a process of its own
  /// Number of cases unless --cases is given. Lifecycles are expensive: a process each.
  int cases = 600;
};

/// Runs the property as the body of a test, which needs the tool interface, or nothing for
/// lifecycles. Uses the test's seed, RapidCheck's RC_PARAMS, and the runner's --cases and
/// --max-size.
void run_property(Test& t, const Property& property);

}  // namespace mpitcheck::properties

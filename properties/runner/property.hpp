// SPDX-License-Identifier: BSD-3-Clause
// A property as a test of the harness: generated cases on stages, what they find shrunk.
#pragma once

#include "properties/runner/case_process.hpp"

namespace mpitcheck::properties {

/// What a property is made of, beside the clauses that its test cites.
struct Property {
  Mix mix;
  bool before_mpi = true;  // cases while MPI is not initialized
  bool with_mpi = true;    // cases with MPI up, where there can be traffic
  bool with_use = true;    // of variables, not only queries
  bool lifecycle =
      false;             // sequences that begin before MPI_T_init_thread, in processes of their own
  bool growing = false;  // MPI comes up in the middle of sequences, each in a process of its own
  /// Cases unless --cases says otherwise. Lifecycles are dear: a process each.
  int cases = 600;
};

/// Runs the property as body of a test (which needs the tool interface, or for lifecycles nothing).
/// The seed is the test's; RapidCheck's RC_PARAMS and the runner's --cases and --max-size count.
void run_property(Test& t, const Property& property);

}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// Takes a program through the phases of MPI and the tool interface.
#include "conformance/harness/test/phases.hpp"

#include <cstddef>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

void use_part_of_mpi(int which) {
  const auto parts = parts_of_mpi();
  use_part(parts[static_cast<std::size_t>(which) % parts.size()]);
}

void through_phases(Test& t, FunctionRef<void()> sample) {
  t.lifecycle().tool_init();
  Progress::instance().phase("before MPI_Init");
  sample();
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  sample();
  use_all_parts();
  Progress::instance().phase("after first use of communicators, windows and files");
  sample();
  t.lifecycle().mpi_finalize();
  Progress::instance().phase("after MPI_Finalize");
  sample();
}

void live_through(Test& t, Clause clause, FunctionRef<void()> sample) {
  isolated_sequence(t, clause, "a program from MPI_T_init_thread to MPI_Finalize and beyond",
                    [&] { through_phases(t, sample); });
}

}  // namespace mpitcheck

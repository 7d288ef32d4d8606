// SPDX-License-Identifier: BSD-3-Clause
// Several processes at once: all tests with --np N, and these tests, which need at least two. Each
// process uses the interface for a time that depends on its rank. Then it finalizes the interface
// while the others continue.
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "stress/control/control.hpp"
#include "stress/suite/handle_use.hpp"
#include "stress/suite/query_use.hpp"

namespace mpitcheck::stress {
namespace {

/// Runs `body()` in one process after the other. Earlier processes have finished it, later ones
/// wait.
template <class Body>
void in_turn(int rank, int size, const Body& body) {
  constexpr int tag = 11;
  char turn = 0;
  if (rank > 0) {
    const std::string waiting = join("MPI_Recv of the turn of rank ", rank);
    Recorder::instance().call_begins(waiting);
    MPI_Recv(&turn, 1, MPI_BYTE, rank - 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    Recorder::instance().passage_ends(waiting);
  }
  body();
  if (rank + 1 < size) MPI_Send(&turn, 1, MPI_BYTE, rank + 1, tag, MPI_COMM_WORLD);
}

MPITCHECK_TEST("stress.processes.leave-one-by-one",
               "A process that stops using the interface does not disturb those that continue.",
               cites(clause::init_provided_governs_mpit_calls, clause::general_local_semantics),
               needs::nothing.on(2)) {
  Control control = Control::of(t);
  mpi_for_threads(t);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  control.seconds *= static_cast<double>(rank + 1) / size;
  control.seconds /= 2;
  noting_what_is_missing(t, [&] { compare_queries(t, control); });
  noting_what_is_missing(t, [&] { use_handles(t, control, Sessions::per_thread); });
  // A call that waits for the other processes hangs here.
  t.examining(clause::general_local_semantics);
  in_turn(rank, size, [&] {
    noting_what_is_missing(t, [] {
      static_cast<void>(read_cvars());
      static_cast<void>(read_pvars());
      static_cast<void>(read_categories());
      const PvarSession session;
    });
    t.check_code(clause::general_local_semantics, join("MPI_T_finalize of rank ", rank),
                 t.lifecycle().tool_finalize(), {MPI_SUCCESS});
  });
}

}  // namespace
}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// Each handle of a thread counts what was sent while it ran, whatever other threads do. Sessions
// belong to one thread, or all threads share one.
#include "stress/control/control.hpp"
#include "stress/suite/handle_use.hpp"

namespace mpitcheck::stress {
namespace {

MPITCHECK_TEST(
    "stress.sessions.per-thread",
    "Handles of one thread, in sessions of that thread, count what was sent while they ran.",
    cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  use_handles(t, control, Sessions::per_thread);
}

MPITCHECK_TEST("stress.sessions.shared",
               "Handles of one thread, in a session that all threads share, count what was sent "
               "while they ran.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  use_handles(t, control, Sessions::one_for_all);
}

}  // namespace
}  // namespace mpitcheck::stress

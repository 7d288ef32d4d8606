// SPDX-License-Identifier: BSD-3-Clause
// Handles that belong to one thread each count what was sent while they ran, whatever other threads
// do, with sessions per thread or one shared session.
#include "stress/control/control.hpp"
#include "stress/suite/handle_use.hpp"

namespace mpitcheck::stress {
namespace {

MPITCHECK_TEST("stress.sessions.per-thread",
               "Handles and sessions of one thread count what was sent while they ran.",
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

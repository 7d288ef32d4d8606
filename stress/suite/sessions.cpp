// SPDX-License-Identifier: BSD-3-Clause
// Handles that belong to one thread each count what was sent while they ran, whoever else uses the
// interface, whether each thread has sessions of its own or all share one.
#include "stress/control/control.hpp"
#include "stress/suite/handle_use.hpp"

namespace mpitcheck::stress {
namespace {

MPITCHECK_TEST("stress.sessions.per-thread",
               "Threads with sessions and handles of their own count what was sent meanwhile.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  use_handles(t, control, Sessions::per_thread);
}

MPITCHECK_TEST("stress.sessions.shared",
               "Threads with handles of their own in one session count what was sent meanwhile.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  use_handles(t, control, Sessions::one_for_all);
}

}  // namespace
}  // namespace mpitcheck::stress

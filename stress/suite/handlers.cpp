// SPDX-License-Identifier: BSD-3-Clause
// The capability table: which functions a signal handler may call on a pvar handle. The standard
// only advises libraries to allow it, so every outcome is reported and none is a violation.
#include <optional>

#include "conformance/harness/test/test.hpp"
#include "stress/signals/handler_outcome.hpp"

namespace mpitcheck::stress {
namespace {

void fill_in(Test& t, Action action) {
  constexpr Clause advice = clause::pvar_async_context_use;
  const Control control = Control::of(t);
  t.measured("signals per second", std::to_string(control.signal_rate));
  t.examining(advice);
  // From here on this process only records that SIGTERM arrived. SIGTERM ends the process that it
  // starts below.
  const Deadline deadline(control.seconds);
  const HandlerOutcome tried = try_in_handler(action, control);
  tell_if_stopped(t);
  const std::string subject = join(function_name(action), " in a signal handler");
  if (!tried.missing.empty()) {
    t.missing(tried.missing);
    t.behaviour(advice, subject, "not tried, missing: " + tried.missing);
    return;
  }
  const auto end = tried.survived ? std::nullopt : std::optional(tried.outcome);
  t.check(advice, subject, survives(end).of(function_name(action)));
  t.examined(advice, tried.deliveries);
  t.behaviour(advice, subject, tried.outcome);
}

MPITCHECK_TEST("stress.signals.read", "MPI_T_pvar_read in a signal handler does no harm.",
               cites(clause::pvar_async_context_use), needs::nothing) {
  fill_in(t, Action::read);
}

MPITCHECK_TEST("stress.signals.write", "MPI_T_pvar_write in a signal handler does no harm.",
               cites(clause::pvar_async_context_use), needs::nothing) {
  fill_in(t, Action::write);
}

MPITCHECK_TEST("stress.signals.reset", "MPI_T_pvar_reset in a signal handler does no harm.",
               cites(clause::pvar_async_context_use), needs::nothing) {
  fill_in(t, Action::reset);
}

MPITCHECK_TEST("stress.signals.readreset", "MPI_T_pvar_readreset in a signal handler does no harm.",
               cites(clause::pvar_async_context_use), needs::nothing) {
  fill_in(t, Action::readreset);
}

MPITCHECK_TEST("stress.signals.start", "MPI_T_pvar_start in a signal handler does no harm.",
               cites(clause::pvar_async_context_use), needs::nothing) {
  fill_in(t, Action::start);
}

MPITCHECK_TEST("stress.signals.stop", "MPI_T_pvar_stop in a signal handler does no harm.",
               cites(clause::pvar_async_context_use), needs::nothing) {
  fill_in(t, Action::stop);
}

}  // namespace
}  // namespace mpitcheck::stress

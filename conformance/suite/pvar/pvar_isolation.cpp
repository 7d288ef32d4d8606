// SPDX-License-Identifier: BSD-3-Clause
// Operations on a pvar in one session do not change its state in another session.
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/harness/test/traffic.hpp"

namespace mpitcheck {
namespace {

constexpr int many_resets = 40;  // more than an MPI plausibly remembers one by one

// Two sessions with a handle each that ran over the same traffic and were stopped.
struct TwoSessions {
  explicit TwoSessions(const PvarInfo& pvar) : ours(first, pvar), theirs(second, pvar) {
    ours.run();
    theirs.run();
    drive_pvars();
    ours.halt();
    theirs.halt();
    held = theirs.numbers();
    if (!has_gained(pvar, held)) throw CannotGoOn(moving_pvar);
  }

  PvarSession first, second;
  PvarHandle ours, theirs;
  Numbers held;
};

// Checks that `act` on the handle of one session does not change the value in the other session. If
// `act` is refused there is nothing to examine.
void check_untouched(Test& t, const PvarInfo& pvar, const std::string& what,
                     int (*act)(const PvarHandle&)) {
  constexpr Clause rule = clause::pvar_session_isolation_reset;
  const TwoSessions pair(pvar);
  each_pvar_isolated(t, rule, {pvar}, "", [&](const PvarInfo&) {
    if (act(pair.ours) != MPI_SUCCESS) throw CannotGoOn("a pvar that allows " + what);
    const Numbers now = pair.theirs.numbers();
    t.check(
        rule, [&] { return join(pvar.label(), " after ", what, " in another session"); },
        numbers_are(now, pair.held).as_before());
  });
}

}  // namespace

MPITCHECK_TEST("pvar-session.isolation.start",
               "A pvar that is started in one session stays stopped in another.",
               cites(clause::pvar_session_isolation_start_stop), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    const TwoSessions pair(pvar);
    pair.ours.run();
    const Numbers before = pair.ours.numbers();
    drive_pvars();
    if (pair.ours.numbers() == before) throw CannotGoOn(moving_pvar);
    const Numbers now = pair.theirs.numbers();
    t.check(clause::pvar_session_isolation_start_stop, pvar,
            numbers_are(now, pair.held).as_before());
  });
}

MPITCHECK_TEST("pvar-session.isolation.stop",
               "A pvar that is stopped in one session continues in another.",
               cites(clause::pvar_session_isolation_start_stop), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    const PvarSession first;
    const PvarSession second;
    const PvarHandle ours(first, pvar);
    const PvarHandle theirs(second, pvar);
    ours.run();
    theirs.run();
    ours.halt();
    // The witness in their session starts later, so they must gain at least as much.
    const Witness witness(second, pvar);
    const Numbers from = witness.numbers();
    drive_pvars();
    Gain gain(pvar);
    gain.at_least(from, witness.numbers());
    if (!gain.moved()) throw CannotGoOn(moving_pvar);
    t.check(clause::pvar_session_isolation_start_stop, pvar, gain.is(theirs.numbers()));
  });
}

MPITCHECK_TEST("pvar-session.isolation.read", "A read in one session changes nothing in another.",
               cites(clause::pvar_session_isolation_reset), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    check_untouched(t, pvar, "a read", [](const PvarHandle& handle) {
      ValueBuffer value = handle.buffer();
      return handle.read(value);
    });
  });
}

MPITCHECK_TEST("pvar-session.isolation.reset",
               "A pvar that is reset in one session keeps its value in another.",
               cites(clause::pvar_session_isolation_reset), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    check_untouched(t, pvar, "a reset", [](const PvarHandle& handle) { return handle.reset(); });
  });
}

MPITCHECK_TEST(
    "pvar-session.isolation.many-resets",
    "A high watermark that is reset repeatedly in one session keeps its peak in another.",
    cites(clause::pvar_session_isolation_reset), needs::mpi) {
  const auto fits = [](const PvarInfo& pvar) {
    return pvar.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK && pvar.readonly == 0;
  };
  each_pvar(t, only(surviving_pvars(), fits), "a high watermark that can be reset",
            [&](const PvarInfo& pvar) {
              const PvarSession first, second;
              const PvarHandle ours(first, pvar), theirs(second, pvar);
              ours.run();
              theirs.run();
              { const WaitingMessages twice_as_many(6); }
              const Numbers peak = theirs.numbers();
              for (int i = 0; i < many_resets; ++i) {
                // A lower peak, so that each reset has an effect.
                { const WaitingMessages waiting; }
                if (ours.reset() != MPI_SUCCESS) throw CannotGoOn("a reset of a high watermark");
              }
              if (ours.numbers() == peak) throw CannotGoOn("a peak that a reset takes away");
              t.check(clause::pvar_session_isolation_reset, pvar,
                      each_number(theirs.numbers(), Relation::at_least, peak).as_before());
            });
}

MPITCHECK_TEST("pvar-session.isolation.readreset",
               "A pvar that is read and reset in one session keeps its value in another.",
               cites(clause::pvar_session_isolation_reset), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    check_untouched(t, pvar, "a readreset", [](const PvarHandle& handle) {
      ValueBuffer value = handle.buffer();
      return handle.readreset(value);
    });
  });
}

MPITCHECK_TEST("pvar-session.isolation.write",
               "A pvar that is written in one session keeps its value in another.",
               cites(clause::pvar_session_isolation_reset), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    check_untouched(t, pvar, "a write", [](const PvarHandle& handle) {
      ValueBuffer value = handle.value();
      for (int i = 0; i < value.count(); ++i) value.set_number(i, 4711);
      return handle.write(value);
    });
  });
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Starting and stopping one handle.
#include <string>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/watched_pvar.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

bool is_continuous(const PvarInfo& pvar) { return pvar.continuous == 1; }

/// Checks what a handle gained over traffic.
void check_gain(Test& t, Clause clause, const WatchedPvar& watched) {
  watched.require_moved();
  watched.check(t, clause, watched.handle.numbers());
}

}  // namespace

MPITCHECK_TEST("pvar-startstop.continuous.active-from-alloc",
               "A continuous pvar can be read as soon as its handle is allocated.",
               cites(clause::pvar_continuous_active_from_alloc), needs::each_phase) {
  each_pvar_isolated(t, clause::pvar_continuous_active_from_alloc,
                     only(allocatable_pvars(), is_continuous), "a continuous pvar",
                     [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       ValueBuffer value = handle.buffer();
                       t.check_code(clause::pvar_continuous_active_from_alloc, pvar,
                                    handle.read(value), {MPI_SUCCESS});
                     });
}

MPITCHECK_TEST("pvar-startstop.continuous.updated-from-alloc",
               "From its allocation on, a continuous sum gains what another handle of it gains.",
               cites(clause::pvar_continuous_active_from_alloc), needs::mpi) {
  const auto sums = only(surviving_pvars(),
                         [](const PvarInfo& pvar) { return is_sum(pvar) && is_continuous(pvar); });
  each_pvar(t, sums, "a continuous COUNTER, AGGREGATE or TIMER", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    const Numbers before = handle.numbers();
    // The witness is read only at the end, so it is valid even if a read ends the updates.
    const Witness witness(session, pvar);
    drive_pvars();
    if (!has_gained_since_zero(before, witness.numbers())) throw CannotGoOn(moving_pvar);
    t.check(clause::pvar_continuous_active_from_alloc, pvar,
            numbers_moved(handle.numbers(), before));
  });
}

MPITCHECK_TEST("pvar-startstop.continuous.no-startstop",
               "Start and stop of a continuous pvar are refused with MPI_T_ERR_PVAR_NO_STARTSTOP.",
               cites(clause::pvar_continuous_no_startstop), needs::each_phase) {
  each_pvar_isolated(t, clause::pvar_continuous_no_startstop,
                     only(surviving_pvars(), is_continuous), "a continuous pvar",
                     [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       const auto check = [&](std::string_view what, int code) {
                         t.check(
                             clause::pvar_continuous_no_startstop,
                             [&] { return join(what, " of ", pvar.label()); },
                             is_code(code, {MPI_T_ERR_PVAR_NO_STARTSTOP})
                                 .given("MPI_T_pvar_get_info", "continuous", "1"));
                       };
                       check("start", handle.start());
                       check("stop", handle.stop());
                     });
}

MPITCHECK_TEST("pvar-startstop.single.succeeds",
               "A pvar that is not continuous can be started once allocated, and then stopped.",
               cites(clause::pvar_start_begins_updates, clause::pvar_stop_freezes),
               needs::each_phase) {
  each_pvar_isolated(
      t, clause::pvar_start_begins_updates, only(allocatable_pvars(), can_be_stopped),
      "a pvar that is not continuous", [&](const PvarInfo& pvar) {
        const PvarSession session;
        const PvarHandle handle(session, pvar);
        const auto check = [&](Clause rule, int code) {
          t.check(rule, pvar,
                  is_code(code, {MPI_SUCCESS}).given("MPI_T_pvar_get_info", "continuous", "0"));
        };
        check(clause::pvar_start_begins_updates, handle.start());
        check(clause::pvar_stop_freezes, handle.stop());
      });
}

MPITCHECK_TEST("pvar-startstop.start.initially-stopped",
               "Activity between allocation and first start is not counted.",
               cites(clause::pvar_noncontinuous_initially_stopped), needs::mpi) {
  each_pvar(t, stoppable_sums(), "a sum that can be stopped", [&](const PvarInfo& pvar) {
    WatchedPvar watched(pvar);
    const Numbers allocated = watched.witness.numbers();
    drive_pvars();
    const Numbers from = watched.witness.numbers();
    if (allocated == from) throw CannotGoOn(moving_pvar);
    watched.handle.run();
    const Numbers value = watched.handle.numbers();
    Gain gain(pvar);
    gain.window(from, from, from, watched.witness.numbers());
    t.check(clause::pvar_noncontinuous_initially_stopped, pvar, gain.is(value, true));
  });
}

MPITCHECK_TEST("pvar-startstop.start.begins-updates",
               "A started sum gains exactly what happens until it is stopped.",
               cites(clause::pvar_start_begins_updates, clause::pvar_read_stopped), needs::mpi) {
  each_pvar(t, stoppable_sums(), "a sum that can be stopped", [&](const PvarInfo& pvar) {
    WatchedPvar watched(pvar);
    watched.run_over(drive_pvars);
    check_gain(t, clause::pvar_start_begins_updates, watched);
    check_gain(t, clause::pvar_read_stopped, watched);
  });
}

MPITCHECK_TEST("pvar-startstop.stop.freezes",
               "A stopped pvar of any class reads the same before and after traffic.",
               cites(clause::pvar_stop_freezes), needs::mpi) {
  each_pvar(t, only(surviving_pvars(), can_be_stopped), "a pvar that is not continuous",
            [&](const PvarInfo& pvar) {
              const PvarSession session;
              const PvarHandle handle(session, pvar);
              for (int round = 0; round < 2; ++round) {  // a second stop must stop it as well
                handle.run();
                drive_pvars();
                handle.halt();
                const ValueBuffer before = handle.value();
                drive_pvars();
                const ValueBuffer after = handle.value();
                t.check(clause::pvar_stop_freezes, pvar, value_is(after, before).as_before());
              }
            });
}

MPITCHECK_TEST("pvar-startstop.start.again-continues",
               "A sum that is stopped and started again continues from its last value.",
               cites(clause::pvar_restart_continues), needs::mpi) {
  each_pvar(t, stoppable_sums(), "a sum that can be stopped", [&](const PvarInfo& pvar) {
    WatchedPvar watched(pvar);
    watched.run_over(drive_pvars);
    drive_pvars();
    watched.run_over(drive_pvars);
    check_gain(t, clause::pvar_restart_continues, watched);
  });
}

MPITCHECK_TEST(
    "pvar-startstop.start.already-started",
    "Starting a running pvar or stopping a stopped one succeeds or returns NO_STARTSTOP.",
    cites(clause::pvar_start_already_started), needs::each_phase) {
  constexpr Clause rule = clause::pvar_start_already_started;
  each_pvar_isolated(t, rule, only(surviving_pvars(), can_be_stopped),
                     "a pvar that is not continuous", [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       handle.run();
                       const int started = handle.start();
                       handle.halt();
                       const int stopped = handle.stop();
                       t.check_code(rule, [&] { return "second start of " + pvar.label(); },
                                    started, {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_STARTSTOP});
                       t.check_code(rule, [&] { return "second stop of " + pvar.label(); }, stopped,
                                    {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_STARTSTOP});
                       t.behaviour(rule, "start of a started pvar", code_name(started));
                       t.behaviour(rule, "stop of a stopped pvar", code_name(stopped));
                     });
}

}  // namespace mpitcheck

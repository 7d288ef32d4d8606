// SPDX-License-Identifier: BSD-3-Clause
// Counters, aggregates and timers start at zero and only grow. A witness, another handle of the
// same pvar that runs all the time, bounds what the library counts in the background.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/watched_pvar.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int rounds = 4;

std::vector<PvarInfo> of_class(int var_class) {
  return only(surviving_pvars(), [=](const PvarInfo& p) { return p.var_class == var_class; });
}

void check_grows(Test& t, Clause clause, int var_class) {
  each_pvar(t, of_class(var_class), "a pvar of class " + constant_name("pvar_class", var_class),
            [&](const PvarInfo& pvar) {
              const PvarSession session;
              const PvarHandle handle(session, pvar);
              handle.run();
              Numbers last = handle.numbers();
              for (int round = 0; round < rounds; ++round) {
                drive_pvars();
                const Numbers now = handle.numbers();
                t.check(clause, pvar, none_fell(pvar, now, last));
                last = now;
              }
            });
}

// A handle that was just started, or reset, holds no more than the witness gains meanwhile. A
// continuous sum may have counted since before its handle existed (A26): only a reset makes it 0.
void check_starts_at_zero(Test& t, Clause clause, const PvarInfo& pvar) {
  const PvarSession session;
  const Witness witness(session, pvar);
  const PvarHandle reset_later(session, pvar);
  reset_later.run();
  drive_pvars();
  const auto check_zero = [&](const std::string& when, const auto& begin) {
    const Numbers before = witness.numbers();
    const Numbers value = begin();
    const Numbers after = witness.numbers();
    Gain gain(pvar);
    gain.window(before, before, before, after);
    t.check(
        clause, [&] { return pvar.label() + " " + when; }, gain.is(value, true));
  };
  const PvarSession another;
  for (const PvarSession* where : {&session, &another}) {
    if (!can_be_stopped(pvar)) break;
    check_zero(where == &session ? "fresh" : "fresh in another session", [&] {
      const PvarHandle fresh(*where, pvar);
      fresh.run();
      return fresh.numbers();
    });
  }
  if (reset_later.reset() != MPI_SUCCESS) return;
  check_zero("after a reset", [&] {
    reset_later.reset();
    return reset_later.numbers();
  });
}

double threads_of_this_process() {
  std::error_code refused;
  const std::filesystem::directory_iterator tasks("/proc/self/task", refused);
  if (refused) throw CannotGoOn("a system with /proc/self/task");
  return static_cast<double>(std::distance(begin(tasks), end(tasks)));
}

}  // namespace

MPITCHECK_TEST("pvar-class.counter.monotone", "A running counter does not decrease under traffic.",
               cites(clause::pvar_class_counter_monotone), needs::mpi) {
  check_grows(t, clause::pvar_class_counter_monotone, MPI_T_PVAR_CLASS_COUNTER);
}

MPITCHECK_TEST("pvar-class.aggregate.monotone",
               "A running aggregate does not decrease under traffic.",
               cites(clause::pvar_class_aggregate_monotone), needs::mpi) {
  check_grows(t, clause::pvar_class_aggregate_monotone, MPI_T_PVAR_CLASS_AGGREGATE);
}

MPITCHECK_TEST("pvar-class.timer.monotone", "A running timer does not decrease under traffic.",
               cites(clause::pvar_class_timer_start_monotone), needs::mpi) {
  check_grows(t, clause::pvar_class_timer_start_monotone, MPI_T_PVAR_CLASS_TIMER);
}

MPITCHECK_TEST("pvar-class.sum.starts-at-zero",
               "A counter or aggregate starts at 0 on first use and after a reset.",
               cites(clause::pvar_class_sum_start_zero), needs::mpi) {
  each_pvar(t, only(surviving_pvars(), counts_events), "a COUNTER or AGGREGATE",
            [&](const PvarInfo& pvar) {
              check_starts_at_zero(t, clause::pvar_class_sum_start_zero, pvar);
            });
}

MPITCHECK_TEST("pvar-class.timer.starts-at-zero",
               "A timer starts at 0 on first use and after a reset.",
               cites(clause::pvar_class_timer_start_monotone), needs::mpi) {
  each_pvar(t, of_class(MPI_T_PVAR_CLASS_TIMER), "a TIMER", [&](const PvarInfo& pvar) {
    check_starts_at_zero(t, clause::pvar_class_timer_start_monotone, pvar);
  });
}

MPITCHECK_TEST("pvar-class.counter.same-window-same-count",
               "Two handles of a counter that run over the same traffic count the same steps.",
               cites(clause::pvar_class_counter_step), needs::mpi) {
  bool moved = false;
  each_pvar(t, of_class(MPI_T_PVAR_CLASS_COUNTER), "a COUNTER", [&](const PvarInfo& pvar) {
    if (!can_be_stopped(pvar)) throw CannotGoOn("a COUNTER that can be stopped");
    WatchedPvar watched(pvar);
    watched.run_over(drive_pvars);
    moved = moved || watched.gain.moved();
    watched.check(t, clause::pvar_class_counter_step, watched.handle.numbers());
  });
  if (!moved) t.missing("a COUNTER that moves under self traffic");
}

MPITCHECK_TEST("pvar-class.timer.unit",
               "A timer of type MPI_DOUBLE counts seconds, not smaller units: it gains at most the "
               "time of MPI_Wtime for each request that may be active.",
               cites(clause::pvar_class_timer_double_unit), needs::mpi) {
  const auto timers = only(of_class(MPI_T_PVAR_CLASS_TIMER),
                           [](const PvarInfo& pvar) { return pvar.datatype == MPI_DOUBLE; });
  // A timer may sum over overlapping requests. The traffic of each thread has fewer active at once.
  // Requests of the library itself are also active without traffic.
  constexpr double requests_of_traffic = 10, most_of_library = 100;
  each_pvar(t, timers, "a TIMER of type MPI_DOUBLE", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    const double threads = threads_of_this_process();
    const auto gains_over = [&](const auto& work, double& passed) {
      const double began = MPI_Wtime();
      const Numbers before = handle.numbers();
      work();
      Numbers gains = handle.numbers();
      passed = MPI_Wtime() - began + MPI_Wtick();
      for (std::size_t i = 0; i < gains.size(); ++i) gains[i] -= before[i];
      return gains;
    };
    handle.run();
    double idle = 0, passed = 0;
    const Numbers without =
        gains_over([] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }, idle);
    const Numbers with = gains_over(drive_pvars, passed);
    for (std::size_t i = 0; i < with.size(); ++i) {
      const double of_library = std::min(without[i].as_double() / idle, most_of_library);
      const double limit = passed * (threads * requests_of_traffic + 2 * of_library) + 1e-6;
      t.check(
          clause::pvar_class_timer_double_unit, pvar,
          number_is("gain in s", with[i], Relation::at_most, Number(limit)).of("MPI_T_pvar_read"));
    }
  });
}

}  // namespace mpitcheck

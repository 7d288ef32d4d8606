// SPDX-License-Identifier: BSD-3-Clause
// Reset and readreset of one handle.
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/watched_pvar.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

std::vector<PvarInfo> stoppable_sums_with(int PvarInfo::*flag, int value) {
  return only(stoppable_sums(), [=](const PvarInfo& pvar) { return pvar.*flag == value; });
}

Numbers zeros(const Numbers& like) { return Numbers(like.size()); }

/// A handle that ran over traffic and was stopped, and its value then.
struct Stopped {
  explicit Stopped(const PvarInfo& pvar) : handle(session, pvar) {
    handle.run();
    drive_pvars();
    handle.halt();
    held = handle.numbers();
  }

  PvarSession session;
  PvarHandle handle;
  Numbers held;
};

}  // namespace

MPITCHECK_TEST("pvar-access.reset.to-start",
               "Reset of a sum that is not read-only sets it to 0, or is refused with NO_WRITE.",
               cites(clause::pvar_reset_to_start), needs::mpi) {
  constexpr Clause rule = clause::pvar_reset_to_start;
  each_pvar(t, stoppable_sums_with(&PvarInfo::readonly, 0), stoppable_sum,
            [&](const PvarInfo& pvar) {
              const Stopped stopped(pvar);
              each_pvar_isolated(t, rule, {pvar}, "", [&](const PvarInfo&) {
                const int code = stopped.handle.reset();
                t.check_code(rule, pvar, code, {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_WRITE});
                if (code != MPI_SUCCESS || stopped.held == zeros(stopped.held)) return;
                t.check(rule, pvar, numbers_are(stopped.handle.numbers(), zeros(stopped.held)));
              });
            });
}

MPITCHECK_TEST("pvar-access.reset.keeps-running",
               "After a reset a running sum continues and a stopped one stays stopped.",
               cites(clause::pvar_reset_keeps_run_state), needs::mpi) {
  constexpr Clause rule = clause::pvar_reset_keeps_run_state;
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle witness(session, pvar);
    const PvarHandle running(session, pvar);
    const PvarHandle stopped(session, pvar);
    for (const PvarHandle* handle : {&witness, &running, &stopped}) handle->run();
    stopped.halt();
    if (running.reset() != MPI_SUCCESS || stopped.reset() != MPI_SUCCESS) {
      throw CannotGoOn("a sum that can be reset");
    }
    const Numbers stopped_before = stopped.numbers();
    const Numbers from = witness.numbers();
    drive_pvars();
    Gain gain(pvar);
    gain.at_least(from, witness.numbers());
    if (!gain.moved()) throw CannotGoOn(moving_pvar);
    t.check(
        rule, [&] { return "running " + pvar.label(); }, gain.is(running.numbers()));
    t.check(rule, pvar, numbers_are(stopped.numbers(), stopped_before).as_before());
  });
}

MPITCHECK_TEST("pvar-access.reset.refused",
               "Reset of a read-only pvar returns NO_WRITE, or resets it anyway.",
               cites(clause::pvar_reset_refused_code), needs::each_phase) {
  constexpr Clause rule = clause::pvar_reset_refused_code;
  const auto readonly =
      only(surviving_pvars(), [](const PvarInfo& pvar) { return pvar.readonly == 1; });
  each_pvar_isolated(t, rule, readonly, "a read-only pvar", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    const int code = handle.reset();
    t.check_code(rule, pvar, code, {MPI_T_ERR_PVAR_NO_WRITE, MPI_SUCCESS});
    t.behaviour(rule, "reset of a read-only pvar", code_name(code));
  });
}

MPITCHECK_TEST(
    "pvar-access.reset.refused-changes-nothing",
    "If the reset of a read-only sum is refused, the sum keeps its value. Otherwise it becomes 0.",
    cites(clause::pvar_reset_refused_code), needs::mpi) {
  constexpr Clause rule = clause::pvar_reset_refused_code;
  each_pvar(t, stoppable_sums_with(&PvarInfo::readonly, 1), stoppable_sum,
            [&](const PvarInfo& pvar) {
              const Stopped stopped(pvar);
              each_pvar_isolated(t, rule, {pvar}, "", [&](const PvarInfo&) {
                const bool granted = stopped.handle.reset() == MPI_SUCCESS;
                const Numbers now = stopped.handle.numbers();
                if (granted) {
                  t.check(rule, pvar, numbers_are(now, zeros(stopped.held)));
                } else {
                  t.check(rule, pvar, numbers_are(now, stopped.held).as_before());
                }
              });
            });
}

MPITCHECK_TEST("pvar-access.readreset.not-atomic",
               "Readreset of a pvar that is not atomic returns NO_ATOMIC.",
               cites(clause::pvar_readreset_not_atomic_code), needs::each_phase) {
  constexpr Clause rule = clause::pvar_readreset_not_atomic_code;
  const auto plain = only(surviving_pvars(), [](const PvarInfo& pvar) { return pvar.atomic == 0; });
  each_pvar_isolated(t, rule, plain, "a pvar that is not atomic", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    handle.run();
    ValueBuffer value = handle.buffer();
    const int code = handle.readreset(value);
    if (pvar.readonly == 1) {
      // A read-only pvar may also be refused because it cannot be reset.
      t.check_code(rule, pvar, code, {MPI_T_ERR_PVAR_NO_ATOMIC, MPI_T_ERR_PVAR_NO_WRITE});
    } else {
      t.check_code(rule, pvar, code, {MPI_T_ERR_PVAR_NO_ATOMIC});
    }
  });
}

MPITCHECK_TEST("pvar-access.readreset.not-atomic-changes-nothing",
               "Readreset of a stopped sum that is not atomic keeps its value.",
               cites(clause::pvar_readreset_not_atomic_code), needs::mpi) {
  constexpr Clause rule = clause::pvar_readreset_not_atomic_code;
  each_pvar(t, stoppable_sums_with(&PvarInfo::atomic, 0), stoppable_sum, [&](const PvarInfo& pvar) {
    const Stopped stopped(pvar);
    each_pvar_isolated(t, rule, {pvar}, "", [&](const PvarInfo&) {
      ValueBuffer value = stopped.handle.buffer();
      stopped.handle.readreset(value);
      t.check(rule, pvar, numbers_are(stopped.handle.numbers(), stopped.held).as_before());
    });
  });
}

MPITCHECK_TEST("pvar-access.readreset.combines",
               "Readreset of an atomic stopped sum returns what a read returns and sets it to 0.",
               cites(clause::pvar_readreset_combines, clause::pvar_flag_atomic), needs::mpi) {
  constexpr Clause rule = clause::pvar_readreset_combines;
  each_pvar(
      t, stoppable_sums_with(&PvarInfo::atomic, 1), "an atomic sum", [&](const PvarInfo& pvar) {
        const Stopped stopped(pvar);
        each_pvar_isolated(t, rule, {pvar}, "", [&](const PvarInfo&) {
          ValueBuffer value = stopped.handle.buffer();
          const int code = stopped.handle.readreset(value);
          // A library may refuse the reset, as in separate calls of read and reset.
          if (code == MPI_T_ERR_PVAR_NO_WRITE && stopped.handle.reset() != MPI_SUCCESS) {
            t.missing("a reset that is granted");
            return;
          }
          t.check_code(rule, pvar, code, {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_ATOMIC});
          t.check(clause::pvar_flag_atomic, pvar, code_is_not(code, MPI_T_ERR_PVAR_NO_ATOMIC));
          if (code != MPI_SUCCESS) return;
          t.check(rule, pvar,
                  numbers_are(numbers_of(value), stopped.held).as_in("MPI_T_pvar_read", "buf"));
          t.check(rule, pvar, numbers_are(stopped.handle.numbers(), zeros(stopped.held)));
        });
      });
}

MPITCHECK_TEST("pvar-access.readreset.loses-nothing",
               "The results of readresets of a running atomic sum add up to its gain.",
               cites(clause::pvar_readreset_combines), needs::mpi) {
  each_pvar(t, stoppable_sums_with(&PvarInfo::atomic, 1), "an atomic sum",
            [&](const PvarInfo& pvar) {
              WatchedPvar watched(pvar);
              Numbers sum(static_cast<std::size_t>(watched.handle.count()));
              watched.run_over([&] {
                for (int round = 0; round < 3; ++round) {
                  drive_pvars();
                  ValueBuffer value = watched.handle.buffer();
                  if (watched.handle.readreset(value) != MPI_SUCCESS) {
                    throw CannotGoOn("a readreset that succeeds");
                  }
                  add(numbers_of(value), sum);
                }
                drive_pvars();
              });
              watched.require_moved();
              add(watched.handle.numbers(), sum);
              t.check(clause::pvar_readreset_combines, pvar,
                      watched.gain.is_sum(sum).of("MPI_T_pvar_readreset"));
            });
}

}  // namespace mpitcheck

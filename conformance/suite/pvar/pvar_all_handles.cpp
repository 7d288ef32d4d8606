// SPDX-License-Identifier: BSD-3-Clause
// Start, stop and reset of MPI_T_PVAR_ALL_HANDLES affect all handles of one session, and none of
// another.
#include <memory>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

/// Handles of all pvars that survive use, in one session.
class AllHandles {
 public:
  AllHandles(const PvarSession& session, const std::vector<PvarInfo>& pvars) {
    for (const PvarInfo& pvar : pvars) {
      handles_.push_back(std::make_unique<PvarHandle>(session, pvar));
    }
  }

  [[nodiscard]] std::vector<Numbers> numbers() const {
    std::vector<Numbers> all;
    for (const auto& handle : handles_) all.push_back(handle->numbers());
    return all;
  }

 private:
  std::vector<std::unique_ptr<PvarHandle>> handles_;
};

}  // namespace

MPITCHECK_TEST("pvar-startstop.all.start",
               "Starting ALL_HANDLES starts each handle of the session and none of another. "
               "Running ones continue.",
               cites(clause::pvar_start_all_handles, clause::pvar_start_all_ignores), needs::mpi) {
  constexpr Clause rule = clause::pvar_start_all_handles;
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    const PvarSession ours;
    const PvarSession theirs;
    const PvarHandle witness(ours, pvar);
    const PvarHandle one(ours, pvar);
    const PvarHandle two(ours, pvar);
    const PvarHandle other(theirs, pvar);
    other.run();
    other.halt();
    const Numbers held = other.numbers();
    witness.run();
    drive_pvars();
    const Numbers most_from = witness.numbers();
    t.check_code(rule, pvar, ours.start_all(), {MPI_SUCCESS});
    const Numbers least_from = witness.numbers();
    t.check(
        clause::pvar_start_all_ignores, [&] { return "running " + pvar.label(); },
        none_fell(pvar, least_from, most_from));
    drive_pvars();
    const Numbers least_to = witness.numbers();
    const Numbers values[] = {one.numbers(), two.numbers()};
    Gain gain(pvar);
    gain.window(most_from, least_from, least_to, witness.numbers());
    if (!gain.moved()) throw CannotGoOn(moving_pvar);
    for (const Numbers& value : values) {
      t.check(rule, pvar, gain.is(value, true));
    }
    t.check(
        rule, [&] { return pvar.label() + " in another session"; },
        numbers_are(other.numbers(), held).as_before());
  });
}

MPITCHECK_TEST("pvar-startstop.all.stop",
               "Stopping ALL_HANDLES stops each handle of the session and none of another.",
               cites(clause::pvar_start_all_handles), needs::mpi) {
  constexpr Clause rule = clause::pvar_start_all_handles;
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    const PvarSession ours;
    const PvarSession theirs;
    const PvarHandle one(ours, pvar);
    const PvarHandle two(ours, pvar);
    const PvarHandle other(theirs, pvar);
    for (const PvarHandle* handle : {&one, &two}) handle->run();
    drive_pvars();
    other.run();
    t.check_code(rule, pvar, ours.stop_all(), {MPI_SUCCESS});
    const Numbers held[] = {one.numbers(), two.numbers()};
    // The witness starts later, so the other handle must gain at least as much.
    const Witness witness(theirs, pvar);
    const Numbers from = witness.numbers();
    drive_pvars();
    Gain gain(pvar);
    gain.at_least(from, witness.numbers());
    if (!gain.moved()) throw CannotGoOn(moving_pvar);
    t.check(rule, pvar, numbers_are(one.numbers(), held[0]).as_before());
    t.check(rule, pvar, numbers_are(two.numbers(), held[1]).as_before());
    t.check(
        rule, [&] { return pvar.label() + " in another session"; }, gain.is(other.numbers()));
  });
}

MPITCHECK_TEST("pvar-startstop.all.ignores",
               "ALL_HANDLES skips continuous pvars and those already in the wanted state.",
               cites(clause::pvar_start_all_ignores, clause::pvar_start_all_failure_code),
               needs::each_phase) {
  const std::vector<PvarInfo> pvars = surviving_pvars();
  if (pvars.empty()) t.missing("a pvar");
  t.each_isolated(clause::pvar_start_all_ignores, std::vector<const char*>{"a mixed session"},
                  [&](const char* subject) {
                    noting_what_is_missing(t, [&] {
                      const PvarSession session;
                      const AllHandles handles(session, pvars);
                      const auto check = [&](const char* what, int code) {
                        // Before MPI 3.1 a session without handles need not succeed.
                        if (!pvars.empty()) {
                          t.check_code(clause::pvar_start_all_ignores,
                                       [&] { return join(what, " in ", subject); }, code,
                                       {MPI_SUCCESS});
                        }
                        t.check_code(clause::pvar_start_all_failure_code,
                                     [&] { return join(what, " in ", subject); }, code,
                                     {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_STARTSTOP});
                      };
                      check("start of stopped pvars", session.start_all());
                      check("start of started pvars", session.start_all());
                      check("stop of started pvars", session.stop_all());
                      check("stop of stopped pvars", session.stop_all());
                    });
                  });
}

MPITCHECK_TEST("pvar-startstop.all.empty",
               "Starting and stopping ALL_HANDLES succeeds if there is nothing to start or stop.",
               cites(clause::pvar_start_all_empty_ok), needs::each_phase) {
  constexpr Clause rule = clause::pvar_start_all_empty_ok;
  {
    const PvarSession empty;
    t.check_code(rule, "start in an empty session", empty.start_all(), {MPI_SUCCESS});
    t.check_code(rule, "stop in an empty session", empty.stop_all(), {MPI_SUCCESS});
  }
  const auto continuous =
      only(surviving_pvars(), [](const PvarInfo& pvar) { return pvar.continuous == 1; });
  each_pvar_isolated(t, rule, continuous, "a continuous pvar", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    t.check_code(rule, [&] { return "start in a session with only " + pvar.label(); },
                 session.start_all(), {MPI_SUCCESS});
    t.check_code(rule, [&] { return "stop in a session with only " + pvar.label(); },
                 session.stop_all(), {MPI_SUCCESS});
  });
}

MPITCHECK_TEST(
    "pvar-access.reset-all.session",
    "Resetting ALL_HANDLES resets every resettable pvar of its session, and none of another.",
    cites(clause::pvar_reset_all_handles, clause::pvar_reset_all_failure_code), needs::mpi) {
  constexpr Clause rule = clause::pvar_reset_all_handles;
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    const PvarSession ours;
    const PvarSession theirs;
    const PvarHandle one(ours, pvar);
    const PvarHandle two(ours, pvar);
    const PvarHandle other(theirs, pvar);
    for (const PvarHandle* handle : {&one, &two, &other}) handle->run();
    drive_pvars();
    for (const PvarHandle* handle : {&one, &two, &other}) handle->halt();
    const Numbers held = other.numbers();
    const Numbers ours_held = one.numbers();
    if (!has_gained(pvar, held)) throw CannotGoOn(moving_pvar);
    each_pvar_isolated(t, rule, {pvar}, "", [&](const PvarInfo&) {
      const int code = ours.reset_all();
      t.check_code(clause::pvar_reset_all_failure_code, pvar, code,
                   {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_WRITE});
      t.check(
          rule, [&] { return pvar.label() + " in another session"; },
          numbers_are(other.numbers(), held).as_before());
      if (code != MPI_SUCCESS) return;
      // A read-only pvar is skipped: it keeps its value.
      if (pvar.readonly == 1) {
        t.check(rule, pvar, numbers_are(one.numbers(), ours_held).as_before());
        return;
      }
      for (const PvarHandle* handle : {&one, &two}) {
        t.check(rule, pvar, numbers_are(handle->numbers(), Numbers(held.size())));
      }
    });
  });
}

MPITCHECK_TEST(
    "pvar-access.reset-all.mixed",
    "Resetting ALL_HANDLES in a session with all kinds of pvars succeeds or returns NO_WRITE.",
    cites(clause::pvar_reset_all_failure_code), needs::each_phase) {
  const std::vector<PvarInfo> pvars = surviving_pvars();
  if (pvars.empty()) t.missing("a pvar");
  t.each_isolated(clause::pvar_reset_all_failure_code, std::vector<const char*>{"a mixed session"},
                  [&](const char* subject) {
                    noting_what_is_missing(t, [&] {
                      const PvarSession session;
                      const AllHandles handles(session, pvars);
                      const auto check = [&](std::string_view when) {
                        t.check_code(clause::pvar_reset_all_failure_code,
                                     [&] { return join(subject, when); }, session.reset_all(),
                                     {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_WRITE});
                      };
                      check("");
                      session.start_all();
                      check(" that was started");
                    });
                  });
}

MPITCHECK_TEST("pvar-access.reset-all.empty",
               "Resetting ALL_HANDLES succeeds in a session without handles, and in one with "
               "read-only pvars only.",
               cites(clause::pvar_reset_all_empty_ok), needs::each_phase) {
  constexpr Clause rule = clause::pvar_reset_all_empty_ok;
  {
    const PvarSession empty;
    t.check_code(rule, "an empty session", empty.reset_all(), {MPI_SUCCESS});
  }
  const auto readonly =
      only(surviving_pvars(), [](const PvarInfo& pvar) { return pvar.readonly == 1; });
  each_pvar_isolated(t, rule, readonly, "a read-only pvar", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    t.check_code(rule, [&] { return "a session with only " + pvar.label(); }, session.reset_all(),
                 {MPI_SUCCESS});
  });
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Sessions: creation, freeing, several at once.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

MPI_T_pvar_session create(Test& t, Clause clause, std::string_view subject) {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  const int code = call::MPI_T_pvar_session_create(&session);
  require_room(code, "a session");
  if (!t.check_code(clause, subject, code, {MPI_SUCCESS})) throw CannotGoOn("a pvar session");
  return session;
}

void free_session(Test& t, Clause clause, std::string_view subject, MPI_T_pvar_session session) {
  t.check_code(clause, subject, call::MPI_T_pvar_session_free(&session), {MPI_SUCCESS});
}

// Checks that a session's calls on all handles return the same codes after an older and a younger
// session were freed.
void check_other_goes_on(Test& t, std::string_view subject) {
  constexpr Clause rule = clause::pvar_session_free_ends_use;
  std::optional<PvarSession> older(std::in_place);
  PvarSession kept;
  std::optional<PvarSession> younger(std::in_place);
  const int start = kept.start_all();
  const int stop = kept.stop_all();
  const int reset = kept.reset_all();
  for (std::optional<PvarSession>* freed : {&older, &younger}) {
    freed->reset();
    t.check(rule, subject, is_code_as_before(kept.start_all(), start).of("MPI_T_pvar_start"));
    t.check(rule, subject, is_code_as_before(kept.stop_all(), stop).of("MPI_T_pvar_stop"));
    t.check(rule, subject, is_code_as_before(kept.reset_all(), reset).of("MPI_T_pvar_reset"));
  }
  t.check_code(rule, subject, call::MPI_T_pvar_session_free(kept.address()), {MPI_SUCCESS});
}

}  // namespace

MPITCHECK_TEST("pvar-session.create.several",
               "Two sessions exist at the same time, have different handles, and can be freed in "
               "either order.",
               cites(clause::pvar_session_create), needs::each_phase) {
  constexpr Clause rule = clause::pvar_session_create;
  for (const bool oldest_first : {true, false}) {
    const MPI_T_pvar_session first = create(t, rule, "the first session");
    const MPI_T_pvar_session second = create(t, rule, "the second session");
    t.check(
        rule, "the first session",
        is_handle("session", Relation::none_of, session_text(first), "MPI_T_PVAR_SESSION_NULL"));
    t.check(
        rule, "the second session",
        is_handle("session", Relation::none_of, session_text(second), "MPI_T_PVAR_SESSION_NULL"));
    // Without a pvar only the handles distinguish two sessions.
    if (pvar_num() == 0) {
      t.behaviour(rule, "sessions without pvars", first == second ? "the same handle" : "differ");
    } else {
      t.check(rule, "two live sessions",
              is_handle("session", Relation::none_of, session_text(first), session_text(second))
                  .as_elsewhere());
    }
    free_session(t, rule, "the one freed first", oldest_first ? first : second);
    free_session(t, rule, "the one freed last", oldest_first ? second : first);
  }
}

MPITCHECK_TEST("pvar-session.free.nulls",
               "MPI_T_pvar_session_free sets the variable to MPI_T_PVAR_SESSION_NULL.",
               cites(clause::pvar_session_free_nulls), needs::each_phase) {
  MPI_T_pvar_session session = create(t, clause::pvar_session_free_nulls, "a session");
  if (t.check_code(clause::pvar_session_free_nulls, "MPI_T_pvar_session_free",
                   call::MPI_T_pvar_session_free(&session), {MPI_SUCCESS})) {
    t.check(
        clause::pvar_session_free_nulls, "the variable after free",
        is_handle("session", Relation::one_of, session_text(session), "MPI_T_PVAR_SESSION_NULL"));
  }
}

MPITCHECK_TEST(
    "pvar-session.free.others-go-on",
    "After one session is freed, another can still start, allocate, read and free handles.",
    cites(clause::pvar_session_free_ends_use), needs::each_phase) {
  t.each_isolated(clause::pvar_session_free_ends_use, std::vector{"a session without handles"},
                  [&](const char* subject) {
                    noting_what_is_missing(t, [&] { check_other_goes_on(t, subject); });
                  });
  each_pvar_isolated(
      t, clause::pvar_session_free_ends_use, surviving_pvars(), "a pvar",
      [&](const PvarInfo& pvar) {
        const PvarSession kept;
        const PvarHandle early(kept, pvar);
        early.run();
        ValueBuffer value = early.buffer();
        if (early.read(value) != MPI_SUCCESS) return;  // nothing that a free could end
        {
          const PvarSession freed;
          const PvarHandle gone(freed, pvar);
        }
        t.check_code(clause::pvar_session_free_ends_use, pvar, early.read(value), {MPI_SUCCESS});
        PvarHandle late(kept, pvar);
        late.run();
        t.check_code(clause::pvar_session_free_ends_use, pvar, late.read(value), {MPI_SUCCESS});
        t.check_code(clause::pvar_session_free_ends_use, pvar,
                     call::MPI_T_pvar_handle_free(kept.get(), late.address()), {MPI_SUCCESS});
      });
}

MPITCHECK_TEST("pvar-session.codes.null",
               "Freeing the null session returns MPI_T_ERR_INVALID_SESSION.",
               cites(clause::pvar_session_codes), needs::each_phase) {
  t.each_isolated(
      clause::pvar_session_codes, std::vector{"the null session"}, [&](const char* subject) {
        MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
        t.check_code(clause::pvar_session_codes, subject, call::MPI_T_pvar_session_free(&session),
                     {MPI_T_ERR_INVALID_SESSION});
      });
}

MPITCHECK_TEST("pvar-session.codes.many",
               "A thousand sessions can be created, or creation returns OUT_OF_SESSIONS or MEMORY.",
               cites(clause::pvar_session_codes), needs::tool) {
  std::vector<MPI_T_pvar_session> sessions;
  int code = MPI_SUCCESS;
  while (sessions.size() < 1000 && code == MPI_SUCCESS) {
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    code = call::MPI_T_pvar_session_create(&session);
    t.check_code(clause::pvar_session_codes, "MPI_T_pvar_session_create", code,
                 {MPI_SUCCESS, MPI_T_ERR_OUT_OF_SESSIONS, MPI_T_ERR_MEMORY});
    if (code == MPI_SUCCESS) sessions.push_back(session);
  }
  t.behaviour(clause::pvar_session_codes, "sessions at once",
              join(sessions.size(), code == MPI_SUCCESS ? " and more" : ""));
  for (MPI_T_pvar_session& session : sessions) call::MPI_T_pvar_session_free(&session);
}

}  // namespace mpitcheck

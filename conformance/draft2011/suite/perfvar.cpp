// SPDX-License-Identifier: BSD-3-Clause
// Performance variables through the draft's interface: attributes, sessions, handles, codes.
#include <string>
#include <utility>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/draft2011/suite/perfvar.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck {

MPITCHECK_TEST("draft2011.perfvar.attributes",
               "The attributes tell the flags that MPI_T_pvar_get_info tells.",
               cites(clause::draft_attributes), needs::each_phase) {
  constexpr Clause rule = clause::draft_attributes;
  const auto variables = draft::perfvars();
  if (variables.empty()) t.missing("a pvar");
  for (const draft::Perfvar& v : variables) {
    int readonly = -1;
    int continuous = -1;
    draft::check_code(t, rule, v,
                      MPITCHECK_DRAFT(MPIT_Perfvar_attr_get_readonly(v.attributes, &readonly)),
                      MPIT_SUCCESS);
    draft::check_code(t, rule, v,
                      MPITCHECK_DRAFT(MPIT_Perfvar_attr_get_continuous(v.attributes, &continuous)),
                      MPIT_SUCCESS);
    const auto modern = read_pvar(v.index);
    t.check(rule, v,
            has_property(
                "", std::pair(readonly, continuous),
                [&](const auto& flags) {
                  return modern && flags == std::pair(modern->readonly, modern->continuous);
                },
                "the flags of MPI_T_pvar_get_info",
                [](const auto& flags) {
                  return join("readonly ", flags.first, ", continuous ", flags.second);
                }));
  }
}

MPITCHECK_TEST("draft2011.perfvar.null-object",
               "A variable of the whole library takes NULL as object, or ignores another one.",
               cites(clause::draft_global_bind_null), needs::each_phase) {
  constexpr Clause rule = clause::draft_global_bind_null;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    if (!v.bound_to_nothing()) return;
    draft::Session session;
    int something_else = 0;
    for (void* object : {static_cast<void*>(nullptr), static_cast<void*>(&something_else)}) {
      MPIT_Perfvar_handle handle = MPIT_PERFVAR_HANDLE_NULL;
      draft::check_code(
          t, rule, v,
          MPITCHECK_DRAFT(MPIT_Perfvar_handle_allocate(session.get(), v.index, object, &handle)),
          MPIT_SUCCESS);
    }
  });
}

MPITCHECK_TEST("draft2011.perfvar.handle",
               "Freeing a handle leaves the null handle; null handles and sessions are invalid.",
               cites(clause::draft_handle_life), needs::each_phase) {
  constexpr Clause rule = clause::draft_handle_life;
  char room[8];
  draft::Session session;
  MPIT_Perfvar_session no_session = MPIT_PERFVAR_SESSION_NULL;
  MPIT_Perfvar_handle none = MPIT_PERFVAR_HANDLE_NULL;
  const auto invalid_handle = [&](std::string_view subject, int code) {
    draft::check_code(t, rule, subject, code, MPIT_ERR_INVALIDHANDLE);
  };
  const auto invalid_session = [&](std::string_view subject, int code) {
    draft::check_code(t, rule, subject, code, MPIT_ERR_INVALIDSESSION);
  };
  const auto s = session.get();
  invalid_handle("free", MPITCHECK_DRAFT(MPIT_Perfvar_handle_free(s, &none)));
  invalid_handle("start", MPITCHECK_DRAFT(MPIT_Perfvar_start(s, none)));
  invalid_handle("stop", MPITCHECK_DRAFT(MPIT_Perfvar_stop(s, none)));
  invalid_handle("reset", MPITCHECK_DRAFT(MPIT_Perfvar_reset(s, none)));
  invalid_handle("read", MPITCHECK_DRAFT(MPIT_Perfvar_read(s, none, room)));
  invalid_handle("write", MPITCHECK_DRAFT(MPIT_Perfvar_write(s, none, room)));
  invalid_handle("readreset", MPITCHECK_DRAFT(MPIT_Perfvar_readreset(s, none, room)));
  invalid_session("free", MPITCHECK_DRAFT(MPIT_Perfvar_session_free(&no_session)));
  invalid_session("allocate",
                  MPITCHECK_DRAFT(MPIT_Perfvar_handle_allocate(no_session, 0, nullptr, &none)));
  invalid_session("start",
                  MPITCHECK_DRAFT(MPIT_Perfvar_start(no_session, MPIT_PERFVAR_ALL_HANDLES)));
  invalid_session("read", MPITCHECK_DRAFT(MPIT_Perfvar_read(no_session, none, room)));
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    draft::Session own;
    MPIT_Perfvar_handle first = own.handle(v);
    MPIT_Perfvar_handle second = own.handle(v);
    for (MPIT_Perfvar_handle* handle : {&first, &second}) {
      draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_handle_free(own.get(), handle)),
                        MPIT_SUCCESS);
      t.check(rule, v,
              is_observed("", *handle == MPIT_PERFVAR_HANDLE_NULL, "MPIT_PERFVAR_HANDLE_NULL",
                          "another"));
    }
  });
}

MPITCHECK_TEST("draft2011.perfvar.session-frees-handles",
               "Freeing a session frees the handles in it and leaves the null session.",
               cites(clause::draft_session_free_handles), needs::each_phase) {
  constexpr Clause rule = clause::draft_session_free_handles;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    draft::Session session;
    for (int i = 0; i < 3; ++i) session.handle(v);
    draft::count_frees(true);
    MPIT_Perfvar_session identifier = session.release();
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_session_free(&identifier)),
                      MPIT_SUCCESS);
    t.check(rule, v,
            is_observed("", identifier == MPIT_PERFVAR_SESSION_NULL, "MPIT_PERFVAR_SESSION_NULL",
                        "another session"));
    const int freed = draft::count_frees(false);
    t.check(rule, v,
            has_property(
                "", freed, [](int number) { return number == 3; }, "3 handles freed",
                [](int number) { return join(number); }));
  });
}

MPITCHECK_TEST("draft2011.perfvar.count",
               "A read delivers the reported number of elements and writes nothing behind them.",
               cites(clause::draft_count_in_info), needs::each_phase) {
  constexpr Clause rule = clause::draft_count_in_info;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    const PvarSession modern_session;
    const PvarHandle modern(modern_session, v);
    draft::Session session;
    const draft::Perfvar drafted = draft::perfvar(v.index);
    const int count = draft::reported_count(drafted);
    t.check(rule, v, draft::is_number(count, modern.count()));
    draft::Shown shown(drafted.datatype, modern.count());
    MPITCHECK_DRAFT(MPIT_Perfvar_read(session.get(), session.handle(v), shown.data()));
    t.check(rule, v, draft::wrote_no_further(shown.canary_intact()));
  });
}

MPITCHECK_TEST("draft2011.perfvar.all-handles-access",
               "All handles at once, and handles of other sessions, cannot be read or written.",
               cites(clause::draft_all_handles_access), needs::each_phase) {
  constexpr Clause rule = clause::draft_all_handles_access;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    draft::Session session;
    draft::Session other;
    char room[4096];
    for (const MPIT_Perfvar_handle handle : {MPIT_PERFVAR_ALL_HANDLES, other.handle(v)}) {
      const auto s = session.get();
      draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_read(s, handle, room)),
                        MPIT_ERR_INVALIDHANDLE);
      draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_write(s, handle, room)),
                        MPIT_ERR_INVALIDHANDLE);
      draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_readreset(s, handle, room)),
                        MPIT_ERR_INVALIDHANDLE);
    }
  });
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Handles of pvars: allocation, element count, several at once, freeing, and lifetime beyond MPI.
#include <algorithm>
#include <memory>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/extent.hpp"

namespace mpitcheck {

MPITCHECK_TEST(
    "pvar-handle.alloc.succeeds",
    "A handle can be allocated for each pvar that can be queried, unless it is inactive.",
    cites(clause::pvar_handle_alloc), needs::each_phase) {
  each_pvar_isolated(t, clause::pvar_handle_alloc, bindable_pvars(), "a pvar",
                     [&](const PvarInfo& pvar) {
                       PvarSession session;
                       MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
                       int count = -1;
                       const int code = call::MPI_T_pvar_handle_alloc(
                           session.get(), pvar.index, *object_for(pvar.bind), &handle, &count);
                       require_room(code, "a handle of " + pvar.label());
                       t.examined(clause::pvar_handle_alloc, 1);
                       if (says_inactive(pvar, code) ||
                           !t.check_code(clause::pvar_handle_alloc, pvar, code, {MPI_SUCCESS})) {
                         return;
                       }
                       t.check(clause::pvar_handle_alloc, pvar,
                               is_handle("handle", Relation::none_of, pvar_handle_text(handle),
                                         "MPI_T_PVAR_HANDLE_NULL"));
                       t.check(clause::pvar_handle_alloc, pvar,
                               is_handle("handle", Relation::none_of, pvar_handle_text(handle),
                                         "MPI_T_PVAR_ALL_HANDLES"));
                       call::MPI_T_pvar_handle_free(session.get(), &handle);
                     });
}

MPITCHECK_TEST("pvar-handle.count.matches-reads",
               "The element count is not negative, and a read writes that many elements.",
               cites(clause::pvar_handle_count), needs::each_phase) {
  each_pvar_isolated(
      t, clause::pvar_handle_count, surviving_pvars(), "a pvar", [&](const PvarInfo& pvar) {
        const PvarSession session;
        const PvarHandle handle(session, pvar);
        t.check(clause::pvar_handle_count, pvar, at_least("count", handle.count(), 0));
        if (handle.count() == 0) {
          t.behaviour(clause::pvar_handle_count, "count 0", pvar.label());
        }
        handle.run();
        const ValueBuffer untouched = handle.buffer();
        const ValueBuffer value = handle.value();
        check_extent(t, clause::pvar_handle_count, pvar, value);
        if (pvar.datatype == MPI_CHAR) return;  // a text may end before its buffer
        const int extent = std::min(value.extent(), value.count());
        if (!t.check(clause::pvar_handle_count, pvar,
                     at_least("extent(buf)", extent, value.count())
                         .given(allocation_of(pvar), "count", join(value.count())))) {
          return;
        }
        for (int i = 0; i < value.count(); ++i) {
          t.check(
              clause::pvar_handle_count, [&] { return join("element ", i, " of ", pvar.label()); },
              is_written("buf[*]", value.number(i) != untouched.number(i)));
        }
      });
}

MPITCHECK_TEST("pvar-handle.several.allocate",
               "Further handles of a pvar can be allocated, in the same session and in another.",
               cites(clause::pvar_handle_several), needs::each_phase) {
  each_pvar_isolated(t, clause::pvar_handle_several, surviving_pvars(), "a pvar",
                     [&](const PvarInfo& pvar) {
                       const PvarSession ours;
                       const PvarSession theirs;
                       const PvarHandle first(ours, pvar);
                       for (const PvarSession* session : {&ours, &theirs}) {
                         MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
                         int count = 0;
                         const int code = call::MPI_T_pvar_handle_alloc(
                             session->get(), pvar.index, *object_for(pvar.bind), &handle, &count);
                         require_room(code, "a second handle of " + pvar.label());
                         if (!t.check_code(clause::pvar_handle_several, pvar, code, {MPI_SUCCESS}))
                           continue;
                         t.check(clause::pvar_handle_several, pvar,
                                 is_handle("handle", Relation::none_of, pvar_handle_text(handle),
                                           pvar_handle_text(first.get()))
                                     .as_elsewhere());
                         if (handle != first.get())
                           call::MPI_T_pvar_handle_free(session->get(), &handle);
                       }
                     });
}

MPITCHECK_TEST(
    "pvar-handle.several.independent",
    "If only one of two handles of a pvar in a session is started, only that one changes.",
    cites(clause::pvar_handle_several), needs::mpi) {
  const auto sums = only(surviving_pvars(),
                         [](const PvarInfo& pvar) { return is_sum(pvar) && can_be_stopped(pvar); });
  each_pvar(
      t, sums, "a COUNTER, AGGREGATE or TIMER that can be stopped", [&](const PvarInfo& pvar) {
        const PvarSession session;
        const PvarHandle running(session, pvar);
        const PvarHandle stopped(session, pvar);
        stopped.run();
        stopped.halt();
        const Numbers held = stopped.numbers();
        running.run();
        const Numbers before = running.numbers();
        drive_pvars();
        if (running.numbers() == before) throw CannotGoOn(moving_pvar);
        t.check(
            clause::pvar_handle_several, [&] { return "the stopped handle of " + pvar.label(); },
            numbers_are(stopped.numbers(), held).as_before());
      });
}

MPITCHECK_TEST("pvar-handle.free.nulls",
               "MPI_T_pvar_handle_free sets the handle to MPI_T_PVAR_HANDLE_NULL.",
               cites(clause::pvar_handle_free_nulls), needs::each_phase) {
  each_pvar_isolated(
      t, clause::pvar_handle_free_nulls, surviving_pvars(), "a pvar", [&](const PvarInfo& pvar) {
        const PvarSession session;
        PvarHandle handle(session, pvar);
        if (t.check_code(clause::pvar_handle_free_nulls, pvar,
                         call::MPI_T_pvar_handle_free(session.get(), handle.address()),
                         {MPI_SUCCESS})) {
          t.check(clause::pvar_handle_free_nulls, pvar,
                  is_handle("handle", Relation::one_of, pvar_handle_text(handle.get()),
                            "MPI_T_PVAR_HANDLE_NULL"));
        }
      });
}

MPITCHECK_TEST(
    "pvar-handle.life.outlives-mpi",
    "Handles allocated before MPI_Init can be read after MPI_Init and after MPI_Finalize.",
    cites(clause::pvar_handle_lifetime_vs_mpi), needs::nothing) {
  constexpr Clause rule = clause::pvar_handle_lifetime_vs_mpi;
  isolated_sequence(t, rule, "T_init, handles, Init, reads, Finalize, reads", [&] {
    t.lifecycle().tool_init();
    const std::vector<PvarInfo> pvars = surviving_pvars();
    if (pvars.empty()) throw CannotGoOn("a pvar that can be read before MPI_Init");
    const PvarSession session;
    std::vector<std::unique_ptr<PvarHandle>> handles;
    for (const PvarInfo& pvar : pvars) {
      handles.push_back(std::make_unique<PvarHandle>(session, pvar));
      handles.back()->run();
    }
    const auto read_all = [&](std::string_view phase) {
      Progress::instance().phase(phase);
      for (const auto& handle : handles) {
        ValueBuffer value = handle->buffer();
        const int code = handle->read(value);
        // Any code of the table: the pvar may be inactive.
        t.check(rule, *handle, is_known_code(code));
        check_extent(t, rule, *handle, value);
        if (code != MPI_SUCCESS) t.behaviour(rule, handle->label(), code_name(code));
      }
    };
    t.lifecycle().mpi_init();
    read_all("after MPI_Init");
    drive_pvars();
    t.lifecycle().mpi_finalize();
    read_all("after MPI_Finalize");
  });
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Faults that appear only after a certain call sequence: with several open handles, or after
// earlier operations.
#include <cstring>
#include <utility>

#include "conformance/faults/category/categories.hpp"
#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

bool can_stop(const Use& use) { return use.facts.continuous == 0; }

// The first handle of another session that is running (or, with `running` false, stopped).
const Use* other_in_use(const Use& use, bool running) {
  for (const Use& other : uses()) {
    if (other.session != use.session && other.running == running && can_stop(other)) return &other;
  }
  return nullptr;
}

// The next stoppable handle after this one in its session, or the null handle.
MPI_T_pvar_handle handle_behind(const Use* use) {
  bool found = false;
  for (const Use& other : uses()) {
    if (found && other.session == use->session && can_stop(other)) return other.handle;
    found = found || &other == use;
  }
  return MPI_T_PVAR_HANDLE_NULL;
}

// clang-format off
MPITCHECK_DONE(sequence_start_leaks_after_20, MPI_T_pvar_start, "From the 20th start on, a start also starts a handle of another session",
     MPITCHECK_BREAKS(pvar_session_isolation_start_stop), const Use* const other = times() >= 20 ? other_in_use(use, false) : nullptr; if (other) start(*other))
MPITCHECK_DONE(sequence_stop_leaks_after_10, MPI_T_pvar_stop, "From the 10th stop on, a stop also stops a handle of another session",
     MPITCHECK_BREAKS(pvar_session_isolation_start_stop), const Use* const other = times() >= 10 ? other_in_use(use, true) : nullptr; if (other) stop(*other))
MPITCHECK_DONE(sequence_reset_leaks_if_both_run, MPI_T_pvar_reset, "A reset also resets another session's handle of the pvar if both are running",
     MPITCHECK_BREAKS(pvar_session_isolation_reset),
     for (const Use& other : uses()) { if (other.session != use.session && other.index == use.index && use.running && other.running) reset(other); })
MPITCHECK_ROW(sequence_start_all_misses_fourth, "Starting ALL_HANDLES misses the fourth handle of a session", MPITCHECK_BREAKS(pvar_start_all_handles),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_start) { const Use* const fourth = nth_use_in(pe_session, 3);
        const bool missed = is_all(handle) && fourth && can_stop(*fourth) && !fourth->running; const int code = MPITCHECK_TRACKED(MPI_T_pvar_start);
        if (code == MPI_SUCCESS && missed) stop(*fourth); return code; })
MPITCHECK_ROW(sequence_reset_all_misses_third, "Resetting ALL_HANDLES misses the third handle of a session", MPITCHECK_BREAKS(pvar_reset_all_handles),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_reset) { Use* const third = nth_use_in(pe_session, 2);
        const bool missed = is_all(handle) && third && third->facts.is_sum() && third->facts.readonly == 0;
        const PvarValue kept = missed ? value_of(*third) : PvarValue{}; const int code = MPITCHECK_TRACKED(MPI_T_pvar_reset);
        if (code == MPI_SUCCESS && missed) third->added = kept; return code; })
MPITCHECK_DONE(sequence_third_start_forgets, MPI_T_pvar_start, "The third start of a handle sets a sum to 0", MPITCHECK_BREAKS(pvar_restart_continues),
     if (use.starts == 3 && use.facts.is_sum()) use.added = negative(value_of(use)))
MPITCHECK_DONE(sequence_second_stop_ignored, MPI_T_pvar_stop, "The second stop of a handle has no effect", MPITCHECK_BREAKS(pvar_stop_freezes),
     if (use.starts == 2) start(use))
MPITCHECK_ROW(sequence_free_stops_next, "Freeing a handle stops the next one of its session", MPITCHECK_BREAKS(pvar_handle_several),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_handle_free) { const MPI_T_pvar_handle next = handle_behind(use_of(handle)); const int code = MPITCHECK_TRACKED(MPI_T_pvar_handle_free);
        if (code == MPI_SUCCESS && next != MPI_T_PVAR_HANDLE_NULL) real.MPI_T_pvar_stop(pe_session, next); return code; })
MPITCHECK_ROW(sequence_session_free_stops_others, "Freeing a session that had handles stops those of the others", MPITCHECK_BREAKS(pvar_session_isolation_start_stop),
    track(mpi); static bool had_handles = false; MPITCHECK_REPLACE(MPI_T_pvar_handle_alloc) { had_handles = true; return MPITCHECK_TRACKED(MPI_T_pvar_handle_alloc); };
    MPITCHECK_REPLACE(MPI_T_pvar_session_free) { const MPI_T_pvar_session freed = *pe_session; const int code = MPITCHECK_TRACKED(MPI_T_pvar_session_free);
        for (const Use& use : uses()) { if (code == MPI_SUCCESS && had_handles && use.session != freed && can_stop(use)) stop(use); } return code; })
MPITCHECK_ROW(sequence_stop_ignored_after_reset_all, "The first stop after a reset of ALL_HANDLES has no effect", MPITCHECK_BREAKS(pvar_stop_freezes),
    track(mpi); static bool ignores = false; MPITCHECK_USED_OF(MPI_T_pvar_reset, ignores = ignores || is_all(handle));
    MPITCHECK_USED_OF(MPI_T_pvar_stop, if (use && use->running && std::exchange(ignores, false)) return MPI_SUCCESS))
MPITCHECK_USED(sequence_write_lost_beside_another, MPI_T_pvar_write, "A write is lost if the session has another handle of the pvar",
     MPITCHECK_BREAKS(pvar_write_sets_value),
     if (use && use->facts.readonly == 0 && any_in(pe_session, [use](auto& other) { return other.index == use->index && &other != use; }))
         return MPI_SUCCESS)
MPITCHECK_ROW(sequence_second_readreset_reads_only, "Each second MPI_T_pvar_readreset of a sum does not reset", MPITCHECK_BREAKS(pvar_readreset_combines),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_readreset) { Use* const use = use_of(handle); const bool keeps = use && use->facts.is_sum() && times() % 2 == 0;
        const PvarValue kept = keeps ? value_of(*use) : PvarValue{}; const int code = MPITCHECK_TRACKED(MPI_T_pvar_readreset);
        if (code == MPI_SUCCESS && keeps) use->added = kept; return code; })
MPITCHECK_TEXT(sequence_names_shrink_after_40_queries, MPI_T_cvar_get_info, name, "From the 40th query on, cvars lose the last letter of their names",
     MPITCHECK_BREAKS(strings_exact_fit), if (text.is_read() && text.given > 2 && times() >= 40 && std::strlen(name) > 1) name[std::strlen(name) - 1] = '\0')
MPITCHECK_ROW(sequence_lookup_stale_after_alloc, "The look-up after an allocation of a pvar returns the previous result",
      MPITCHECK_BREAKS(pvar_get_index_roundtrip),
    static bool stale = false; MPITCHECK_GIVEN_OF(MPI_T_pvar_handle_alloc, stale = true);
    MPITCHECK_AFTER_OF(MPI_T_pvar_get_index, if (code == MPI_SUCCESS && stale && *pvar_index > 0) --*pvar_index; stale = false))
MPITCHECK_GIVEN(sequence_deafened_level_hears_after_traffic, MPI_T_event_register_callback,
          "A callback that was removed while another level has one is still called",
      MPITCHECK_BREAKS(event_callback_null_removes),
      static int registered = 0; if (!event_cb_function && registered > 1) return MPI_SUCCESS; registered += event_cb_function != nullptr)
MPITCHECK_ROW(sequence_members_swapped_after_failed_lookup, "The first list of cvars after the look-up of an unknown category is out of order",
    MPITCHECK_BREAKS(category_members_only_added, category_changed_equal_means_same),
    static bool failed = false; MPITCHECK_AFTER_OF(MPI_T_category_get_index, failed = code == MPI_T_ERR_INVALID_NAME);
    MPITCHECK_MEMBERS_OF(MPI_T_category_get_cvars, if (members.size() > 1 && std::exchange(failed, false)) std::swap(members[0], members[1])))
// clang-format on

MPITCHECK_FAULT(sequence_second_epoch_miscounts,
                "After re-initialization MPI_T is finalized one MPI_T_finalize too early",
                clause::init_stays_up_while_unbalanced) {
  static int inits = 0;
  static int epochs = 0;
  MPITCHECK_OUTPUT_OF(MPI_T_init_thread, if (inits++ == 0)++ epochs);
  MPITCHECK_REPLACE(MPI_T_finalize) {
    if (inits == 2 && epochs > 1) {
      real.MPI_T_finalize();
      inits = 0;
      return real.MPI_T_finalize();
    }
    const int code = real.MPI_T_finalize();
    if (code == MPI_SUCCESS) --inits;
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

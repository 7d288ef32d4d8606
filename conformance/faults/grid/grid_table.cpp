// SPDX-License-Identifier: BSD-3-Clause
// Faults that show in some state of the grid only, or for one class of argument of one function.
#include <climits>
#include <map>
#include <set>

#include "conformance/faults/event/event_callbacks.hpp"

namespace mpitcheck::faults {
namespace {

// The history of the interface: depth, the greatest depth of this epoch, ended epochs, refused
// calls.
struct Past {
  int depth = 0, deepest = 0, ended = 0, surplus = 0;
  bool mpi_ended = false;
};
Past past;

void follow_past(Interface& mpi) {
  MPITCHECK_OUTPUT_OF(MPI_T_init_thread,
                      if (++past.depth > past.deepest) past.deepest = past.depth);
  MPITCHECK_AFTER_OF(
      MPI_T_finalize,
      if (code != MPI_SUCCESS) { ++past.surplus; } else if (--past.depth == 0) { ++past.ended; });
  MPITCHECK_OUTPUT_OF(MPI_Finalize, past.mpi_ended = true);
}

// PAST(id, function, "brief", MPITCHECK_BREAKS(clause, ...), condition, code): returns the code if
// the condition holds.
#define PAST(id, function, brief, breaks, condition, wrong) \
  MPITCHECK_ROW(id, brief, breaks, follow_past(mpi);        \
                MPITCHECK_CODE_OF(function, (condition) && code != (wrong) ? (wrong) : code))

// The safety rank of the callback that the MPI is in; -1 outside of callbacks.
int rank_inside = -1;

// INSIDE(id, function, "brief", MPITCHECK_BREAKS(clause, ...), condition, code): returns the code
// if the condition holds within a callback.
#define INSIDE(id, function, brief, breaks, condition, wrong)         \
  MPITCHECK_ROW(id, brief, breaks,                                    \
                change_deliveries(mpi,                                \
                                  [](const Delivery& it) {            \
                                    rank_inside = rank_of(it.safety); \
                                    it.deliver();                     \
                                    rank_inside = -1;                 \
                                  });                                 \
                MPITCHECK_CODE_OF(function, rank_inside >= 0 && (condition) ? (wrong) : code))

bool mpi_finalizes = false;

// The history of sessions and handles: the depth of the interface when a session was created, and
// the session of a handle.
std::map<MPI_T_pvar_session, int> depth_of_session;
std::map<MPI_T_pvar_handle, MPI_T_pvar_session> session_of_handle;
std::set<MPI_T_pvar_session> freed_sessions;

void follow_sessions(Interface& mpi) {
  follow_past(mpi);
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_session_create, depth_of_session[*pe_session] = past.depth;
                      freed_sessions.erase(*pe_session));
  MPITCHECK_REPLACE(MPI_T_pvar_session_free) {
    freed_sessions.insert(*pe_session);
    return MPITCHECK_REAL(MPI_T_pvar_session_free);
  };
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, session_of_handle[*handle] = pe_session);
}

}  // namespace

// clang-format off
PAST(grid_twice_no_session, MPI_T_pvar_session_create, "In a nested initialization MPI_T_pvar_session_create fails",
     MPITCHECK_BREAKS(init_stays_up_while_unbalanced), past.depth == 2, MPI_T_ERR_INVALID)
PAST(grid_again_changed_fails, MPI_T_category_changed, "After re-initialization MPI_T_category_changed fails",
     MPITCHECK_BREAKS(init_reinitialization), past.ended == 1 && past.depth > 0, MPI_T_ERR_MEMORY)
PAST(grid_finalized_lookup_fails, MPI_T_category_get_num, "After MPI_Finalize MPI_T_category_get_num fails",
     MPITCHECK_BREAKS(general_after_mpi_finalize), past.mpi_ended && past.depth == 1, MPI_T_ERR_MEMORY)
PAST(grid_down_after_two_counts, MPI_T_pvar_get_num, "After two initializations and as many finalizations MPI_T_pvar_get_num succeeds",
     MPITCHECK_BREAKS(init_required_first), past.deepest == 2 && past.depth == 0, MPI_SUCCESS)
PAST(grid_surplus_counts, MPI_T_category_get_num, "After one finalization too many MPI_T_category_get_num succeeds",
     MPITCHECK_BREAKS(init_required_first), past.surplus > 0 && past.depth == 0, MPI_SUCCESS)
PAST(grid_down_other_code, MPI_T_cvar_get_info, "After MPI_T was finalized, MPI_T_cvar_get_info refuses the index as invalid",
     MPITCHECK_BREAKS(init_required_first), past.ended > 0 && past.depth == 0, MPI_T_ERR_INVALID_INDEX)
MPITCHECK_CODE(grid_least_item, MPI_T_enum_get_item, "The query for item INT_MIN of an enumeration succeeds",
     MPITCHECK_BREAKS(enum_item_bad_index_code), index == INT_MIN ? MPI_SUCCESS : code)
MPITCHECK_CODE(grid_category_far_out, MPI_T_category_get_pvars, "The query for pvars of category INT_MAX succeeds",
     MPITCHECK_BREAKS(category_bad_index), cat_index == INT_MAX ? MPI_SUCCESS : code)
MPITCHECK_GIVEN(grid_nested_level_refused, MPI_T_init_thread, "MPI_T_init_thread refuses MPI_THREAD_FUNNELED",
      MPITCHECK_BREAKS(init_required_values), if (required == MPI_THREAD_FUNNELED) return MPI_T_ERR_INVALID)

// --- Places
INSIDE(grid_callback_name_found, MPI_T_pvar_get_index, "In a callback MPI_T_pvar_get_index finds unknown names",
       MPITCHECK_BREAKS(pvar_get_index_unknown), code == MPI_T_ERR_INVALID_NAME, MPI_SUCCESS)
INSIDE(grid_callback_none_refuses, MPI_T_category_changed, "In a callback of MPI_T_CB_REQUIRE_NONE MPI_T_category_changed fails",
       MPITCHECK_BREAKS(event_safety_none), rank_inside == 0, MPI_T_ERR_MEMORY)
INSIDE(grid_callback_restricted_no_session, MPI_T_pvar_session_create,
       "In a callback of MPI_T_CB_REQUIRE_MPI_RESTRICTED MPI_T_pvar_session_create fails", MPITCHECK_BREAKS(event_safety_restricted), rank_inside == 1,
       MPI_T_ERR_MEMORY)
INSIDE(grid_callback_signal_no_stop, MPI_T_pvar_stop,
       "In a callback of MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE MPI_T_pvar_stop refuses a valid handle", MPITCHECK_BREAKS(event_safety_exempt_functions),
       rank_inside == 3 && code == MPI_SUCCESS, MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_ROW(grid_delete_callback_no_names, "While MPI is being finalized MPI_T_category_get_index fails", MPITCHECK_BREAKS(init_stays_up_while_unbalanced),
    MPITCHECK_REPLACE(MPI_Finalize) { mpi_finalizes = true; const int code = MPITCHECK_REAL(MPI_Finalize); mpi_finalizes = false; return code; };
    MPITCHECK_CODE_OF(MPI_T_category_get_index, mpi_finalizes && code == MPI_SUCCESS ? MPI_T_ERR_INVALID_NAME : code))
MPITCHECK_ROW(grid_delete_callback_down_counts, "While MPI is being finalized MPI_T_category_get_num succeeds, although MPI_T is not initialized",
    MPITCHECK_BREAKS(init_required_first),
    MPITCHECK_REPLACE(MPI_Finalize) { mpi_finalizes = true; const int code = MPITCHECK_REAL(MPI_Finalize); mpi_finalizes = false; return code; };
    MPITCHECK_CODE_OF(MPI_T_category_get_num, mpi_finalizes ? MPI_SUCCESS : code))
MPITCHECK_ROW(grid_second_tool_mismatch, "A session from before another tool initialized MPI_T accepts the handles of that tool",
    MPITCHECK_BREAKS(pvar_handle_session_mismatch), follow_sessions(mpi);
    MPITCHECK_CODE_OF(MPI_T_pvar_read, code == MPI_T_ERR_INVALID_HANDLE && depth_of_session.contains(pe_session) &&
            depth_of_session[pe_session] < past.depth ? MPI_SUCCESS : code))
MPITCHECK_ROW(grid_orphan_read, "The handle of a freed session can be read", MPITCHECK_BREAKS(pvar_access_bad_arguments), follow_sessions(mpi);
    MPITCHECK_CODE_OF(MPI_T_pvar_read, code == MPI_T_ERR_INVALID_HANDLE && session_of_handle.contains(handle) &&
            freed_sessions.contains(session_of_handle[handle]) ? MPI_SUCCESS : code))
// clang-format on

#undef PAST
#undef INSIDE

}  // namespace mpitcheck::faults

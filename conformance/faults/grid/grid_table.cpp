// SPDX-License-Identifier: BSD-3-Clause
// Faults that show in some state of the grid, or for one class of argument of one function.
#include <climits>

#include "conformance/faults/interposer/rows.hpp"

namespace mpitcheck::faults {
namespace {

// What became of the interface: depth, the deepest of this epoch, epochs that ended, calls refused.
struct Past {
  int depth = 0, deepest = 0, ended = 0, surplus = 0;
  bool mpi_ended = false;
};
Past past;

void follow_past(Interface& mpi) {
  OUTPUT_OF(MPI_T_init_thread, if (++past.depth > past.deepest) past.deepest = past.depth);
  AFTER_OF(
      MPI_T_finalize,
      if (code != MPI_SUCCESS) { ++past.surplus; } else if (--past.depth == 0) { ++past.ended; });
  OUTPUT_OF(MPI_Finalize, past.mpi_ended = true);
}

// PAST(id, function, "brief", BREAKS(clause, ...), condition, code): that code in place of others.
#define PAST(id, function, brief, breaks, condition, wrong) \
  ROW(id, brief, breaks, follow_past(mpi);                  \
      CODE_OF(function, (condition) && code != (wrong) ? (wrong) : code))

}  // namespace

// clang-format off
PAST(grid_twice_no_session, MPI_T_pvar_session_create, "In a nested initialization MPI_T_pvar_session_create fails",
     BREAKS(init_stays_up_while_unbalanced), past.depth == 2, MPI_T_ERR_INVALID)
PAST(grid_again_changed_fails, MPI_T_category_changed, "In a second epoch MPI_T_category_changed fails",
     BREAKS(init_reinitialization), past.ended == 1 && past.depth > 0, MPI_T_ERR_MEMORY)
PAST(grid_finalized_lookup_fails, MPI_T_category_get_num, "After MPI_Finalize MPI_T_category_get_num fails",
     BREAKS(general_after_mpi_finalize), past.mpi_ended && past.depth == 1, MPI_T_ERR_MEMORY)
PAST(grid_down_after_two_counts, MPI_T_pvar_get_num, "After two initializations and as many finalizations MPI_T_pvar_get_num succeeds",
     BREAKS(init_required_first), past.deepest == 2 && past.depth == 0, MPI_SUCCESS)
PAST(grid_surplus_counts, MPI_T_category_get_num, "After a finalization too many MPI_T_category_get_num succeeds",
     BREAKS(init_required_first), past.surplus > 0 && past.depth == 0, MPI_SUCCESS)
PAST(grid_down_other_code, MPI_T_cvar_get_info, "Once the interface was up, MPI_T_cvar_get_info calls the index invalid while it is down",
     BREAKS(init_required_first), past.ended > 0 && past.depth == 0, MPI_T_ERR_INVALID_INDEX)
CODE(grid_least_item, MPI_T_enum_get_item, "The least integer is taken for an item of an enumeration",
     BREAKS(enum_item_bad_index_code), index == INT_MIN ? MPI_SUCCESS : code)
CODE(grid_category_far_out, MPI_T_category_get_pvars, "The largest integer is taken for a category whose pvars are asked for",
     BREAKS(category_bad_index), cat_index == INT_MAX ? MPI_SUCCESS : code)
GIVEN(grid_nested_level_refused, MPI_T_init_thread, "A level in between is refused",
      BREAKS(init_required_values), if (required == MPI_THREAD_FUNNELED) return MPI_T_ERR_INVALID)
// clang-format on

}  // namespace mpitcheck::faults

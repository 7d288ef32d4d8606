// SPDX-License-Identifier: BSD-3-Clause
// That mpi.h declares functions and defines no macros in their place: the preprocessor tells.
#include <string>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr std::string_view macros[] = {
    "",
#ifdef name
    "name",
#endif
#ifdef MPI_T_category_changed
    "MPI_T_category_changed",
#endif
#ifdef MPI_T_category_get_categories
    "MPI_T_category_get_categories",
#endif
#ifdef MPI_T_category_get_cvars
    "MPI_T_category_get_cvars",
#endif
#ifdef MPI_T_category_get_events
    "MPI_T_category_get_events",
#endif
#ifdef MPI_T_category_get_index
    "MPI_T_category_get_index",
#endif
#ifdef MPI_T_category_get_info
    "MPI_T_category_get_info",
#endif
#ifdef MPI_T_category_get_num
    "MPI_T_category_get_num",
#endif
#ifdef MPI_T_category_get_num_events
    "MPI_T_category_get_num_events",
#endif
#ifdef MPI_T_category_get_pvars
    "MPI_T_category_get_pvars",
#endif
#ifdef MPI_T_cvar_get_index
    "MPI_T_cvar_get_index",
#endif
#ifdef MPI_T_cvar_get_info
    "MPI_T_cvar_get_info",
#endif
#ifdef MPI_T_cvar_get_num
    "MPI_T_cvar_get_num",
#endif
#ifdef MPI_T_cvar_handle_alloc
    "MPI_T_cvar_handle_alloc",
#endif
#ifdef MPI_T_cvar_handle_free
    "MPI_T_cvar_handle_free",
#endif
#ifdef MPI_T_cvar_read
    "MPI_T_cvar_read",
#endif
#ifdef MPI_T_cvar_write
    "MPI_T_cvar_write",
#endif
#ifdef MPI_T_enum_get_info
    "MPI_T_enum_get_info",
#endif
#ifdef MPI_T_enum_get_item
    "MPI_T_enum_get_item",
#endif
#ifdef MPI_T_event_callback_get_info
    "MPI_T_event_callback_get_info",
#endif
#ifdef MPI_T_event_callback_set_info
    "MPI_T_event_callback_set_info",
#endif
#ifdef MPI_T_event_copy
    "MPI_T_event_copy",
#endif
#ifdef MPI_T_event_get_index
    "MPI_T_event_get_index",
#endif
#ifdef MPI_T_event_get_info
    "MPI_T_event_get_info",
#endif
#ifdef MPI_T_event_get_num
    "MPI_T_event_get_num",
#endif
#ifdef MPI_T_event_get_source
    "MPI_T_event_get_source",
#endif
#ifdef MPI_T_event_get_timestamp
    "MPI_T_event_get_timestamp",
#endif
#ifdef MPI_T_event_handle_alloc
    "MPI_T_event_handle_alloc",
#endif
#ifdef MPI_T_event_handle_free
    "MPI_T_event_handle_free",
#endif
#ifdef MPI_T_event_handle_get_info
    "MPI_T_event_handle_get_info",
#endif
#ifdef MPI_T_event_handle_set_info
    "MPI_T_event_handle_set_info",
#endif
#ifdef MPI_T_event_read
    "MPI_T_event_read",
#endif
#ifdef MPI_T_event_register_callback
    "MPI_T_event_register_callback",
#endif
#ifdef MPI_T_event_set_dropped_handler
    "MPI_T_event_set_dropped_handler",
#endif
#ifdef MPI_T_finalize
    "MPI_T_finalize",
#endif
#ifdef MPI_T_init_thread
    "MPI_T_init_thread",
#endif
#ifdef MPI_T_pvar_get_index
    "MPI_T_pvar_get_index",
#endif
#ifdef MPI_T_pvar_get_info
    "MPI_T_pvar_get_info",
#endif
#ifdef MPI_T_pvar_get_num
    "MPI_T_pvar_get_num",
#endif
#ifdef MPI_T_pvar_handle_alloc
    "MPI_T_pvar_handle_alloc",
#endif
#ifdef MPI_T_pvar_handle_free
    "MPI_T_pvar_handle_free",
#endif
#ifdef MPI_T_pvar_read
    "MPI_T_pvar_read",
#endif
#ifdef MPI_T_pvar_readreset
    "MPI_T_pvar_readreset",
#endif
#ifdef MPI_T_pvar_reset
    "MPI_T_pvar_reset",
#endif
#ifdef MPI_T_pvar_session_create
    "MPI_T_pvar_session_create",
#endif
#ifdef MPI_T_pvar_session_free
    "MPI_T_pvar_session_free",
#endif
#ifdef MPI_T_pvar_start
    "MPI_T_pvar_start",
#endif
#ifdef MPI_T_pvar_stop
    "MPI_T_pvar_stop",
#endif
#ifdef MPI_T_pvar_write
    "MPI_T_pvar_write",
#endif
#ifdef MPI_T_source_get_info
    "MPI_T_source_get_info",
#endif
#ifdef MPI_T_source_get_num
    "MPI_T_source_get_num",
#endif
#ifdef MPI_T_source_get_timestamp
    "MPI_T_source_get_timestamp",
#endif
};

bool is_macro(std::string_view name) {
  for (const std::string_view macro : macros) {
    if (macro == name) return true;
  }
  return false;
}

}  // namespace

MPITCHECK_TEST("profiling.functions.not-macros", "The functions of the interface are no macros.",
               cites(clause::profiling_not_macros), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!function.declared) continue;
    t.check(clause::profiling_not_macros, function.name,
            in_words("kind", !is_macro(function.name), "a function", "a macro"));
  }
}

}  // namespace mpitcheck

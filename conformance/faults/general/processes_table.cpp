// SPDX-License-Identifier: BSD-3-Clause
// Faults that show in some processes only: in one of several connected processes, in processes that
// initialize late, in spawned processes, and in programs with their own functions.
#include <cctype>
#include <csignal>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {
namespace {

// Changes the case of the first character of a text, if it is a letter.
void other_case(char* text) {
  if (text != nullptr && std::isalpha(static_cast<unsigned char>(text[0])) != 0) text[0] ^= ' ';
}

// Whether the program initialized the interface by its own function, which called the twin.
bool is_up_unseen = true;

#ifdef MPITCHECK_DECLARES_MPI_Comm_spawn
bool is_spawned() {
  MPI_Comm parents = MPI_COMM_NULL;
  return mpi_is_up() && PMPI_Comm_get_parent(&parents) == MPI_SUCCESS && parents != MPI_COMM_NULL;
}

bool did_spawn = false;
#endif

// clang-format off
// --- Connected processes: every second one describes an entry of the same name differently
MPITCHECK_OUTPUT(multiprocess_cvar_description, MPI_T_cvar_get_info, "Descriptions of cvars begin in another case in rank 1",
       MPITCHECK_BREAKS(multiprocess_cvar_identical), if (is_odd_process()) other_case(desc))
MPITCHECK_OUTPUT(multiprocess_pvar_description, MPI_T_pvar_get_info, "The description of the first pvar begins in another case in rank 1",
       MPITCHECK_BREAKS(multiprocess_pvar_identical), if (is_odd_process() && pvar_index == 0) other_case(desc))
MPITCHECK_OUTPUT(multiprocess_category_description, MPI_T_category_get_info, "Descriptions of categories begin in another case in rank 1",
       MPITCHECK_BREAKS(multiprocess_category_description), if (is_odd_process()) other_case(desc))
MPITCHECK_OUTPUT(multiprocess_enum_values, MPI_T_enum_get_item, "Items of enumerations have other values in rank 1", MPITCHECK_BREAKS(multiprocess_enum_item_values),
       if (is_odd_process() && value) *value += 1000)
MPITCHECK_ROW(multiprocess_late_scope, "In a process that initializes MPI_T after MPI_Init the last cvar has another scope",
    MPITCHECK_BREAKS(multiprocess_same_name_same_meaning), static bool late = false; MPITCHECK_OUTPUT_OF(MPI_T_init_thread, late = late || mpi_was_initialized());
    MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_info, if (late && is_last_cvar(cvar_index) && scope) *scope = *scope == MPI_T_SCOPE_ALL ? MPI_T_SCOPE_GROUP
        : MPI_T_SCOPE_ALL))
MPITCHECK_ROW(multiprocess_late_category, "In a process that initializes MPI_T after MPI_Init categories have other descriptions",
    MPITCHECK_BREAKS(multiprocess_category_description), static bool late = false; MPITCHECK_OUTPUT_OF(MPI_T_init_thread, late = late || mpi_was_initialized());
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_info, if (late) other_case(desc)))
#ifdef MPITCHECK_DECLARES_MPI_T_event_get_info
MPITCHECK_OUTPUT(multiprocess_event_description, MPI_T_event_get_info, "Descriptions of event types begin in another case in rank 1",
       MPITCHECK_BREAKS(multiprocess_event_identical), if (is_odd_process()) other_case(desc))
#endif

// --- Programs with their own functions
MPITCHECK_ROW(profiling_replaced_init_unseen, "MPI_T_category_get_num ignores an initialization by a program's own MPI_T_init_thread",
    MPITCHECK_BREAKS(profiling_partial_replace_no_clash), MPITCHECK_OUTPUT_OF(MPI_T_init_thread, is_up_unseen = false);
    MPITCHECK_CODE_OF(MPI_T_category_get_num, code == MPI_SUCCESS && is_up_unseen ? MPI_T_ERR_NOT_INITIALIZED : code))
MPITCHECK_ROW(profiling_replaced_init_crashes, "MPI_T_pvar_session_create crashes if a program's own MPI_T_init_thread initialized MPI_T",
    MPITCHECK_BREAKS(profiling_partial_replace_no_clash), MPITCHECK_OUTPUT_OF(MPI_T_init_thread, is_up_unseen = false);
    MPITCHECK_AFTER_OF(MPI_T_pvar_session_create, if (code == MPI_SUCCESS && is_up_unseen) std::raise(SIGSEGV)))

#ifdef MPITCHECK_DECLARES_MPI_Comm_spawn
// --- Spawned processes
MPITCHECK_ROW(init_spawned_needs_no_init, "MPI_T_finalize succeeds in a spawned process that did not initialize the interface", MPITCHECK_BREAKS(init_spawned_processes_own_init),
    MPITCHECK_CODE_OF(MPI_T_finalize, is_spawned() ? MPI_SUCCESS : code))
MPITCHECK_CODE(init_spawned_init_in_vain, MPI_T_pvar_get_num, "In a spawned process MPI_T_pvar_get_num does not see that the interface is initialized",
     MPITCHECK_BREAKS(init_spawned_processes_own_init), is_spawned() ? MPI_T_ERR_NOT_INITIALIZED : code)
MPITCHECK_ROW(init_spawn_takes_parent_down, "MPI_Comm_spawn finalizes the interface of the parent", MPITCHECK_BREAKS(init_spawned_processes_own_init),
    MPITCHECK_OUTPUT_OF(MPI_Comm_spawn, did_spawn = true); MPITCHECK_CODE_OF(MPI_T_cvar_get_num, did_spawn ? MPI_T_ERR_NOT_INITIALIZED : code))
MPITCHECK_ROW(init_spawn_brings_parent_up, "MPI_Comm_spawn initializes the interface of the parent", MPITCHECK_BREAKS(init_spawned_processes_own_init),
    MPITCHECK_OUTPUT_OF(MPI_Comm_spawn, int provided = 0; took_effect(); real.MPI_T_init_thread(MPI_THREAD_SINGLE, &provided)))
#endif
// clang-format on

}  // namespace
}  // namespace mpitcheck::faults

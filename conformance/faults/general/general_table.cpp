// SPDX-License-Identifier: BSD-3-Clause
// Faults of the interface as a whole: initialization, failing calls, threads, processes, profiling.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

void run_handler(MPI_Comm comm, int code) {
  if (!mpi_is_up()) return;
  took_effect();
  PMPI_Comm_call_errhandler(comm, code);
}

void abort_mpi() {
  if (!mpi_is_up()) std::abort();
  PMPI_Abort(MPI_COMM_WORLD, 1);
}

void leave_a_message() {
  static const char text[] = "stray";
  if (!mpi_is_up()) return;
  MPI_Request request;
  took_effect();
  PMPI_Isend(text, sizeof text, MPI_CHAR, 0, 7, MPI_COMM_SELF, &request);
}

// Successful calls of MPI_T_init_thread that were not undone yet.
int depth = 0;

// In a row: statements before a counted call. They see the depth before the call.
#define INIT_OF(...)                            \
  MPITCHECK_REPLACE(MPI_T_init_thread) {        \
    const int code = [&]() -> int {             \
      __VA_ARGS__;                              \
      return MPITCHECK_REAL(MPI_T_init_thread); \
    }();                                        \
    if (code == MPI_SUCCESS) ++depth;           \
    return code;                                \
  }
#define FINALIZE_OF(...)                     \
  MPITCHECK_REPLACE(MPI_T_finalize) {        \
    const int code = [&]() -> int {          \
      __VA_ARGS__;                           \
      return MPITCHECK_REAL(MPI_T_finalize); \
    }();                                     \
    if (code == MPI_SUCCESS) --depth;        \
    return code;                             \
  }

void count_calls(Interface& mpi) {
  INIT_OF();
  FINALIZE_OF();
}

// COUNTED(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): MPITCHECK_ROW that knows the
// depth.
#define COUNTED(id, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, count_calls(mpi); __VA_ARGS__)

bool was_undone = false;  // some initialization was undone

// The sessions of pvar handles that were started or stopped.
std::map<MPI_T_pvar_handle, MPI_T_pvar_session> in_use;

void follow_use(Interface& mpi) {
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_start, in_use[handle] = pe_session);
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_stop, in_use[handle] = pe_session);
  MPITCHECK_GIVEN_OF(MPI_T_pvar_handle_free, in_use.erase(*handle));
}

void stop_all() {
  for (const auto& [handle, session] : in_use) real.MPI_T_pvar_stop(session, handle);
}

void start_all() {
  for (const auto& [handle, session] : in_use) real.MPI_T_pvar_start(session, handle);
}

void take_tool_down() {
  while (real.MPI_T_finalize() == MPI_SUCCESS) continue;
}

int ended_epochs = 0;  // a nested MPI_T_finalize counts too

// EPOCH(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): MPITCHECK_ROW that knows
// ended_epochs.
#define EPOCH(id, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_OUTPUT_OF(MPI_T_finalize, ++ended_epochs); __VA_ARGS__)

bool tool_is_late = false;  // the interface was initialized while MPI was initialized

void note_late_tools(Interface& mpi) {
  MPITCHECK_GIVEN_OF(MPI_T_init_thread, tool_is_late = mpi_is_up());
}

// LATE(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): MPITCHECK_ROW that knows
// tool_is_late.
#define LATE(id, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, note_late_tools(mpi); __VA_ARGS__)

bool is_last_item(MPI_T_enum enumtype, int index) {
  int num = 0, length = 0;
  const int code = real.MPI_T_enum_get_info(enumtype, &num, nullptr, &length);
  return code == MPI_SUCCESS && index == num - 1;
}

void lose_descriptor() {
  if (::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) took_effect();
}

void lose_thread() {
  std::thread([] { ::pause(); }).detach();
  took_effect();
}

void lose_key() {
  pthread_key_t key;
  if (::pthread_key_create(&key, nullptr) == 0) took_effect();
}

void lose_page() {
  ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  took_effect();
}

// The level that MPI_Query_thread returns instead of the one that MPI_Init_thread provided.
std::optional<int> level_given;

void tell_another_level(Interface& mpi) {
  MPITCHECK_AFTER_OF(MPI_Query_thread, if (level_given)* provided = *level_given);
}

bool in_another_thread() {
  static const std::thread::id first = std::this_thread::get_id();
  return std::this_thread::get_id() != first;
}

// All other threads differ from the thread that initializes.
void remember_first_thread(Interface& mpi) {
  MPITCHECK_GIVEN_OF(MPI_T_init_thread, static_cast<void>(in_another_thread()));
}

bool tool_is_up() {
  int num = 0;
  return real.MPI_T_pvar_get_num(&num) == MPI_SUCCESS;
}

// Changes the value to another constant of its kind.
void other_verbosity(int* verbosity) {
  *verbosity = *verbosity == MPI_T_VERBOSITY_USER_BASIC ? MPI_T_VERBOSITY_USER_DETAIL
                                                        : MPI_T_VERBOSITY_USER_BASIC;
}

void other_bind(int* bind) {
  *bind = *bind == MPI_T_BIND_MPI_WIN ? MPI_T_BIND_MPI_FILE : MPI_T_BIND_MPI_WIN;
}

void other_datatype(MPI_Datatype* datatype) {
  *datatype = *datatype == MPI_DOUBLE ? MPI_UNSIGNED_LONG : MPI_DOUBLE;
}

// Whether this process reports something else about the pvar: odd processes do so for every third
// one.
bool differs(int pvar) { return is_odd_process() && pvar % 3 == 2; }

int level_in_force = 1;

void keep_level(Interface& mpi) {
  MPITCHECK_REPLACE(MPI_Pcontrol) {
    level_in_force = level;
    return MPI_SUCCESS;
  };
}

// clang-format off
// --- Failing calls: fatal
MPITCHECK_AFTER(general_unknown_name_aborts, MPI_T_pvar_get_index, "MPI_T_pvar_get_index aborts for an unknown name",
      MPITCHECK_BREAKS(general_failure_not_fatal),
      if (code == MPI_T_ERR_INVALID_NAME) std::abort())
MPITCHECK_AFTER(general_unknown_name_exits, MPI_T_category_get_index, "MPI_T_category_get_index ends the program with status 0 for an unknown name",
      MPITCHECK_BREAKS(general_failure_not_fatal), if (code == MPI_T_ERR_INVALID_NAME) std::exit(EXIT_SUCCESS))
MPITCHECK_AFTER(general_refused_write_aborts, MPI_T_cvar_write, "MPI_T_cvar_write aborts when it refuses", MPITCHECK_BREAKS(general_failure_not_fatal),
      if (code != MPI_SUCCESS) std::abort())
MPITCHECK_AFTER(general_refused_start_aborts_mpi, MPI_T_pvar_start, "MPI_T_pvar_start calls MPI_Abort for a continuous pvar", MPITCHECK_BREAKS(general_failure_not_fatal),
      if (code == MPI_T_ERR_PVAR_NO_STARTSTOP) abort_mpi())
MPITCHECK_ROW(general_refused_array_aborts, "MPI_T_pvar_readreset aborts when it refuses a pvar with several elements", MPITCHECK_BREAKS(general_failure_not_fatal),
    static std::set<MPI_T_pvar_handle> arrays;
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, arrays.erase(*handle); if (*count > 1) arrays.insert(*handle));
    MPITCHECK_AFTER_OF(MPI_T_pvar_readreset, if (code == MPI_T_ERR_PVAR_NO_ATOMIC && arrays.contains(handle)) std::abort()))
MPITCHECK_AFTER(general_foreign_session_crashes, MPI_T_pvar_read, "MPI_T_pvar_read crashes with a handle of another session", MPITCHECK_BREAKS(general_failure_not_fatal),
      if (code == MPI_T_ERR_INVALID_HANDLE) std::raise(SIGSEGV))
MPITCHECK_ROW(general_failure_is_for_good, "After MPI_T_pvar_readreset has failed, MPI_T_cvar_get_num fails too", MPITCHECK_BREAKS(general_failure_not_fatal),
    static bool failed = false; MPITCHECK_AFTER_OF(MPI_T_pvar_readreset, failed = failed || code == MPI_T_ERR_PVAR_NO_ATOMIC);
    MPITCHECK_CODE_OF(MPI_T_cvar_get_num, failed ? MPI_T_ERR_NOT_INITIALIZED : code))
MPITCHECK_AFTER(general_surplus_finalize_aborts, MPI_T_finalize, "A surplus MPI_T_finalize aborts", MPITCHECK_BREAKS(general_failure_not_fatal),
      if (code != MPI_SUCCESS) std::abort())
MPITCHECK_ROW(general_surplus_finalize_stops_messages, "After a surplus MPI_T_finalize MPI_Isend fails",
    MPITCHECK_BREAKS(general_failure_not_fatal, general_failure_no_side_effect_on_mpi),
    static bool surplus = false; MPITCHECK_AFTER_OF(MPI_T_finalize, surplus = surplus || code != MPI_SUCCESS);
    MPITCHECK_CODE_OF(MPI_Isend, surplus ? MPI_ERR_OTHER : code))

// --- Failing calls: they run error handlers
MPITCHECK_AFTER(general_failure_runs_world_handler, MPI_T_cvar_get_index, "A failing MPI_T_cvar_get_index runs the error handler of MPI_COMM_WORLD",
      MPITCHECK_BREAKS(general_failure_no_errhandler), if (code != MPI_SUCCESS) run_handler(MPI_COMM_WORLD, code))
MPITCHECK_AFTER(general_refused_write_runs_self_handler, MPI_T_cvar_write, "A refused MPI_T_cvar_write runs the error handler of MPI_COMM_SELF",
      MPITCHECK_BREAKS(general_failure_no_errhandler), if (code != MPI_SUCCESS) run_handler(MPI_COMM_SELF, MPI_ERR_OTHER))
MPITCHECK_AFTER(general_refused_reset_runs_handler, MPI_T_pvar_reset, "A refused MPI_T_pvar_reset runs the error handler of MPI_COMM_WORLD",
      MPITCHECK_BREAKS(general_failure_no_errhandler), if (code != MPI_SUCCESS) run_handler(MPI_COMM_WORLD, MPI_ERR_OTHER))

// --- Failing calls: harmful to MPI
MPITCHECK_ROW(general_failure_stops_messages, "After MPI_T_category_get_index has failed for an unknown name, MPI_Isend fails",
    MPITCHECK_BREAKS(general_failure_no_side_effect_on_mpi),
    static bool failed = false; MPITCHECK_AFTER_OF(MPI_T_category_get_index, failed = failed || code != MPI_SUCCESS);
    MPITCHECK_CODE_OF(MPI_Isend, failed ? MPI_ERR_OTHER : code))
MPITCHECK_ROW(general_failure_spoils_reductions, "After a refused MPI_T_cvar_write MPI_Allreduce gives wrong results",
    MPITCHECK_BREAKS(general_failure_no_side_effect_on_mpi),
    static bool failed = false; MPITCHECK_AFTER_OF(MPI_T_cvar_write, failed = failed || code != MPI_SUCCESS);
    MPITCHECK_AFTER_OF(MPI_Allreduce, if (failed) *static_cast<char*>(recvbuf) ^= 1))
MPITCHECK_AFTER(general_failure_sends_a_message, MPI_T_pvar_start, "A refused MPI_T_pvar_stop or start sends a message on MPI_COMM_SELF",
      MPITCHECK_BREAKS(general_failure_no_side_effect_on_mpi), if (code == MPI_T_ERR_PVAR_NO_STARTSTOP) leave_a_message())

// --- Failing calls: with a code outside the table
MPITCHECK_CODE(general_unknown_name_is_mpi_error, MPI_T_cvar_get_index, "MPI_T_cvar_get_index returns MPI_ERR_NAME for an unknown name",
     MPITCHECK_BREAKS(general_specific_reason_code, cvar_get_index_unknown), code == MPI_T_ERR_INVALID_NAME ? MPI_ERR_NAME : code)
MPITCHECK_CODE(general_refused_write_is_minus_one, MPI_T_cvar_write, "MPI_T_cvar_write refuses with -1",
     MPITCHECK_BREAKS(general_specific_reason_code, errors_table_only, cvar_write_constant_refused, cvar_write_readonly_refused), code == MPI_SUCCESS ? code : -1)
MPITCHECK_CODE(general_refused_start_is_intern, MPI_T_pvar_start, "MPI_T_pvar_start refuses with MPI_ERR_INTERN once MPI is initialized",
     MPITCHECK_BREAKS(general_specific_reason_code, errors_table_only, pvar_continuous_no_startstop), code == MPI_T_ERR_PVAR_NO_STARTSTOP && mpi_is_up() ? MPI_ERR_INTERN : code)
MPITCHECK_CODE(general_refused_readreset_is_beyond_last, MPI_T_pvar_readreset, "MPI_T_pvar_readreset refuses with a code above MPI_ERR_LASTCODE",
     MPITCHECK_BREAKS(general_specific_reason_code, errors_table_only, pvar_readreset_not_atomic_code), code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_ERR_LASTCODE + 1 : code)

// --- An interface that needs MPI to be initialized
MPITCHECK_GIVEN(general_cvar_read_needs_mpi, MPI_T_cvar_read, "MPI_T_cvar_read fails before MPI_Init", MPITCHECK_BREAKS(general_before_mpi_init),
      if (!mpi_was_initialized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(general_categories_need_mpi, MPI_T_category_get_num, "MPI_T_category_get_num fails before MPI_Init", MPITCHECK_BREAKS(general_before_mpi_init),
      if (!mpi_was_initialized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(general_last_category_needs_mpi, MPI_T_category_get_info, "MPI_T_category_get_info fails for the last category before MPI_Init",
      MPITCHECK_BREAKS(general_before_mpi_init), if (is_last_category(cat_index) && !mpi_was_initialized()) return MPI_T_ERR_MEMORY)
MPITCHECK_CODE(general_finalize_needs_mpi, MPI_T_finalize, "MPI_T_finalize fails unless MPI was initialized", MPITCHECK_BREAKS(general_before_mpi_init),
     code == MPI_SUCCESS && !mpi_was_initialized() ? MPI_T_ERR_NOT_INITIALIZED : code)
MPITCHECK_CODE(general_counts_end_with_mpi, MPI_T_cvar_get_num, "MPI_T_cvar_get_num fails after MPI_Finalize", MPITCHECK_BREAKS(general_after_mpi_finalize),
     mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED : code)
MPITCHECK_CODE(general_cvar_read_ends_with_mpi, MPI_T_cvar_read, "MPI_T_cvar_read fails after MPI_Finalize", MPITCHECK_BREAKS(general_after_mpi_finalize),
     mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED : code)
MPITCHECK_AFTER(general_changed_crashes_after_mpi, MPI_T_category_changed, "MPI_T_category_changed crashes after MPI_Finalize",
      MPITCHECK_BREAKS(general_after_mpi_finalize), if (mpi_was_finalized()) std::raise(SIGSEGV))
MPITCHECK_ROW(general_fresh_init_ends_with_mpi, "A first MPI_T_init_thread after MPI_Finalize returns MPI_T_ERR_INVALID_HANDLE",
    MPITCHECK_BREAKS(general_after_mpi_finalize),
    static bool was_up = false; MPITCHECK_GIVEN_OF(MPI_T_init_thread, if (!was_up && mpi_was_finalized()) return MPI_T_ERR_INVALID_HANDLE; was_up = true))
MPITCHECK_ROW(general_fresh_init_after_mpi_is_empty, "A first MPI_T_init_thread after MPI_Finalize shows no pvars",
    MPITCHECK_BREAKS(general_after_mpi_finalize),
    static bool came_late = false; MPITCHECK_GIVEN_OF(MPI_T_init_thread, came_late = mpi_was_finalized());
    MPITCHECK_CODE_OF(MPI_T_pvar_get_num, came_late ? MPI_T_ERR_NOT_INITIALIZED : code))
MPITCHECK_AFTER(general_finalize_crashes_without_mpi, MPI_T_finalize, "MPI_T_finalize crashes in a program that never initialized MPI",
      MPITCHECK_BREAKS(general_no_mpi_needed), if (!mpi_was_initialized()) std::raise(SIGSEGV))
MPITCHECK_GIVEN(general_exit_status_without_mpi, MPI_T_init_thread, "A program that used MPI_T but not MPI ends with status 1",
      MPITCHECK_BREAKS(general_no_mpi_needed), std::atexit([] { if (!mpi_was_initialized()) _exit(EXIT_FAILURE); }))
MPITCHECK_CODE(general_success_is_one, MPI_T_category_changed, "MPI_T_category_changed returns 1 instead of MPI_SUCCESS",
     MPITCHECK_BREAKS(general_success_value, general_specific_reason_code),
     code == MPI_SUCCESS ? 1 : code)
MPITCHECK_CODE(general_success_is_an_error_after_mpi_init, MPI_T_category_get_num,
         "After MPI_Init MPI_T_category_get_num returns the number and MPI_T_ERR_MEMORY",
     MPITCHECK_BREAKS(general_success_value), code == MPI_SUCCESS && mpi_is_up() ? MPI_T_ERR_MEMORY : code)

// --- The count of initializations
COUNTED(init_nested_finalize_ends_sessions, "A nested MPI_T_finalize ends the sessions for MPI_T_pvar_reset", MPITCHECK_BREAKS(init_nested_only_counts),
        static bool ended = false; MPITCHECK_GIVEN_OF(MPI_T_pvar_session_create, ended = false);
        FINALIZE_OF(ended = ended || depth > 1);
        MPITCHECK_CODE_OF(MPI_T_pvar_reset, ended ? MPI_T_ERR_INVALID_SESSION : code))
COUNTED(init_third_refused, "A third nested MPI_T_init_thread returns MPI_T_ERR_CANNOT_INIT", MPITCHECK_BREAKS(init_repeatable),
        INIT_OF(if (depth >= 2) return MPI_T_ERR_CANNOT_INIT))
COUNTED(init_refused_after_finalize, "After a nested initialization was finalized, further nested ones are refused",
      MPITCHECK_BREAKS(init_interleaving_allowed),
        INIT_OF(if (depth > 0 && was_undone) return MPI_T_ERR_CANNOT_INIT); FINALIZE_OF(was_undone = true))
COUNTED(init_nested_hides_last_cvar, "While MPI_T is initialized twice there is one cvar less",
      MPITCHECK_BREAKS(init_nested_only_counts, cvar_num_may_only_grow),
        MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_num, if (depth == 2) --*num_cvar))
COUNTED(init_nested_changes_values, "While MPI_T is initialized twice cvars have other values", MPITCHECK_BREAKS(init_nested_only_counts),
        MPITCHECK_OUTPUT_OF(MPI_T_cvar_read, if (depth == 2) *static_cast<char*>(buf) ^= 1))
COUNTED(init_nested_ends_cvar_handles, "While MPI_T is initialized twice cvar handles are invalid", MPITCHECK_BREAKS(init_nested_only_counts),
        MPITCHECK_CODE_OF(MPI_T_cvar_read, depth == 2 ? MPI_T_ERR_INVALID_HANDLE : code))
COUNTED(init_nested_stops_pvars, "A nested initialization stops the pvars that run", MPITCHECK_BREAKS(init_nested_only_counts),
        follow_use(mpi); INIT_OF(if (depth > 0) stop_all()))
COUNTED(init_nested_starts_pvars, "A nested initialization starts pvars that were stopped", MPITCHECK_BREAKS(init_nested_only_counts),
        follow_use(mpi); INIT_OF(if (depth > 0) start_all()))
COUNTED(init_nested_finalize_stops_pvars, "MPI_T_finalize of a nested initialization stops the pvars that run", MPITCHECK_BREAKS(init_nested_only_counts),
        follow_use(mpi); FINALIZE_OF(if (depth > 1) stop_all()))
COUNTED(init_nested_is_not_counted, "A nested initialization succeeds, but is not counted",
        MPITCHECK_BREAKS(init_stays_up_while_unbalanced, init_interleaving_allowed, init_nested_only_counts),
        INIT_OF(if (depth != 0) { *provided = MPI_THREAD_SINGLE; return MPI_SUCCESS; }))
COUNTED(init_count_ends_at_two, "Initializations beyond the second are not counted", MPITCHECK_BREAKS(init_stays_up_while_unbalanced),
        INIT_OF(if (depth >= 2) { *provided = MPI_THREAD_SINGLE; return MPI_SUCCESS; }))
COUNTED(init_nested_finalize_ends_handles, "After MPI_T_finalize of a nested initialization earlier handles are invalid",
        MPITCHECK_BREAKS(init_stays_up_while_unbalanced),
        FINALIZE_OF(was_undone = true); MPITCHECK_CODE_OF(MPI_T_cvar_read, was_undone ? MPI_T_ERR_INVALID_HANDLE : code))
COUNTED(init_never_down, "The first initialization counts twice",
        MPITCHECK_BREAKS(init_down_when_balanced, init_interleaving_allowed, init_excess_finalize_code), INIT_OF(if (depth == 0) MPITCHECK_REAL(MPI_T_init_thread)))
COUNTED(init_third_counts_twice, "The third nested initialization counts twice", MPITCHECK_BREAKS(init_down_when_balanced),
        INIT_OF(if (depth == 2) MPITCHECK_REAL(MPI_T_init_thread)))
MPITCHECK_CODE(init_surplus_finalize_succeeds, MPI_T_finalize, "A surplus MPI_T_finalize returns MPI_SUCCESS",
     MPITCHECK_BREAKS(init_excess_finalize_code, init_down_when_balanced, init_interleaving_allowed), MPI_SUCCESS)
COUNTED(init_finalize_alone_succeeds, "MPI_T_finalize returns MPI_SUCCESS before any initialization",
        MPITCHECK_BREAKS(init_excess_finalize_code),
        static bool was_initialized = false; INIT_OF(was_initialized = true); FINALIZE_OF(if (!was_initialized) return MPI_SUCCESS))
MPITCHECK_CODE(init_surplus_finalize_code, MPI_T_finalize, "A surplus MPI_T_finalize returns MPI_ERR_OTHER",
     MPITCHECK_BREAKS(init_excess_finalize_code, general_specific_reason_code),
     code == MPI_SUCCESS ? code : MPI_ERR_OTHER)

// --- The order in which MPI and the interface are initialized and finalized
MPITCHECK_GIVEN(init_mpi_brings_tool_up, MPI_Init, "MPI_Init also initializes MPI_T", MPITCHECK_BREAKS(init_excess_finalize_code),
      int provided = 0; real.MPI_T_init_thread(MPI_THREAD_SINGLE, &provided))
MPITCHECK_ROW(init_tool_brings_mpi_up, "After MPI_T_init_thread MPI_Initialized returns true", MPITCHECK_BREAKS(init_separate_from_mpi_init),
    static bool tool_was_up = false; MPITCHECK_OUTPUT_OF(MPI_T_init_thread, tool_was_up = true); MPITCHECK_AFTER_OF(MPI_Initialized, if (tool_was_up) *flag = 1))
EPOCH(init_mpi_crashes_after_tool, "MPI_Init crashes after MPI_T was initialized and finalized", MPITCHECK_BREAKS(init_separate_from_mpi_init),
      MPITCHECK_GIVEN_OF(MPI_Init, if (ended_epochs > 0) std::raise(SIGSEGV)))
MPITCHECK_GIVEN(init_mpi_takes_tool_down, MPI_Finalize, "MPI_Finalize finalizes MPI_T",
      MPITCHECK_BREAKS(init_separate_from_mpi_finalize, general_after_mpi_finalize), take_tool_down())
MPITCHECK_ROW(init_mpi_takes_late_tool_down, "MPI_Finalize finalizes MPI_T if it was initialized after MPI_Init",
      MPITCHECK_BREAKS(init_separate_from_mpi_finalize),
    static bool came_late = false; MPITCHECK_GIVEN_OF(MPI_T_init_thread, came_late = mpi_was_initialized());
    MPITCHECK_GIVEN_OF(MPI_Finalize, if (came_late) take_tool_down()))
MPITCHECK_CODE(init_tool_finalize_fails_after_mpi, MPI_T_finalize, "After MPI_Finalize MPI_T_finalize works, but returns MPI_T_ERR_INVALID_HANDLE",
     MPITCHECK_BREAKS(init_separate_from_mpi_finalize, general_after_mpi_finalize),
     code == MPI_SUCCESS && mpi_was_finalized() ? MPI_T_ERR_INVALID_HANDLE : code)
EPOCH(init_tool_end_stops_messages, "After MPI_T_finalize MPI_Isend fails",
      MPITCHECK_BREAKS(init_separate_from_mpi_finalize, init_separate_from_mpi_init, init_reinitialization),
      MPITCHECK_CODE_OF(MPI_Isend, ended_epochs > 0 ? MPI_ERR_OTHER : code))
EPOCH(init_tool_end_spoils_reductions, "After MPI_T_finalize MPI_Allreduce gives wrong results",
      MPITCHECK_BREAKS(init_separate_from_mpi_finalize, init_separate_from_mpi_init),
      MPITCHECK_AFTER_OF(MPI_Allreduce, if (ended_epochs > 0) *static_cast<char*>(recvbuf) ^= 1))
EPOCH(init_tool_end_crashes_later_reductions, "After MPI_T_finalize the fifth MPI_Allreduce of several processes crashes",
      MPITCHECK_BREAKS(init_separate_from_mpi_finalize),
      MPITCHECK_GIVEN_OF(MPI_Allreduce, int size = 0; PMPI_Comm_size(comm, &size); if (ended_epochs > 0 && size > 1 && times() == 5) std::raise(SIGSEGV)))
EPOCH(init_mpi_finalize_fails_after_tool, "MPI_Finalize fails after MPI_T was finalized",
      MPITCHECK_BREAKS(init_separate_from_mpi_finalize, init_separate_from_mpi_init), MPITCHECK_CODE_OF(MPI_Finalize, ended_epochs > 0 ? MPI_ERR_OTHER : code))

// --- Later initializations
EPOCH(init_again_has_wrong_code, "A later MPI_T_init_thread is refused with MPI_T_ERR_NOT_INITIALIZED", MPITCHECK_BREAKS(init_reinitialization),
      MPITCHECK_GIVEN_OF(MPI_T_init_thread, if (ended_epochs > 0) return MPI_T_ERR_NOT_INITIALIZED))
EPOCH(init_again_is_empty, "After a later MPI_T_init_thread there are no cvars", MPITCHECK_BREAKS(init_reinitialization),
      MPITCHECK_CODE_OF(MPI_T_cvar_get_num, ended_epochs > 0 ? MPI_T_ERR_NOT_INITIALIZED : code))
EPOCH(init_third_epoch_is_empty, "After the second re-initialization there are no cvars", MPITCHECK_BREAKS(init_reinitialization),
      MPITCHECK_CODE_OF(MPI_T_cvar_get_num, ended_epochs == 2 ? MPI_T_ERR_NOT_INITIALIZED : code))
EPOCH(init_fourth_epoch_crashes, "After the third re-initialization the query of a category crashes", MPITCHECK_BREAKS(init_reinitialization),
      MPITCHECK_AFTER_OF(MPI_T_category_get_info, if (ended_epochs == 3) std::raise(SIGSEGV)))
EPOCH(init_again_after_mpi_crashes, "A later MPI_T_init_thread crashes after MPI_Finalize", MPITCHECK_BREAKS(init_reinitialization),
      MPITCHECK_GIVEN_OF(MPI_T_init_thread, if (ended_epochs > 0 && mpi_was_finalized()) std::raise(SIGSEGV)))
EPOCH(init_again_stops_messages, "A later MPI_T_init_thread while MPI is initialized damages messages", MPITCHECK_BREAKS(init_reinitialization),
      static bool again = false; MPITCHECK_GIVEN_OF(MPI_T_init_thread, again = ended_epochs > 0 && mpi_is_up());
      MPITCHECK_CODE_OF(MPI_Isend, again ? MPI_ERR_OTHER : code))
MPITCHECK_ROW(init_surplus_finalize_is_counted, "A surplus MPI_T_finalize cancels the next initialization", MPITCHECK_BREAKS(init_reinitialization),
    static bool owes = false; MPITCHECK_AFTER_OF(MPI_T_finalize, owes = code != MPI_SUCCESS);
    MPITCHECK_AFTER_OF(MPI_T_init_thread, if (owes) real.MPI_T_finalize(); owes = false))

// --- A tool that initializes late, and what MPI_Init or an earlier initialization changes
LATE(init_late_tool_lacks_items, "A tool that initializes after MPI cannot query the last item of enumerations", MPITCHECK_BREAKS(enum_item_access),
     MPITCHECK_CODE_OF(MPI_T_enum_get_item, tool_is_late && is_last_item(enumtype, index) ? MPI_T_ERR_INVALID_INDEX : code))
LATE(init_late_tool_is_shown_wrong_members, "A tool that initializes after MPI sees categories with a cvar that does not exist",
     MPITCHECK_BREAKS(category_members_usable), MPITCHECK_OUTPUT_OF(MPI_T_category_get_cvars, if (tool_is_late && len > 0) indices[0] = cvar_num() + 4711))
LATE(init_late_tool_finds_no_category, "A tool that initializes after MPI cannot look up the first category",
      MPITCHECK_BREAKS(category_get_index_roundtrip),
     MPITCHECK_CODE_OF(MPI_T_category_get_index, tool_is_late && code == MPI_SUCCESS && *cat_index == 0 ? MPI_T_ERR_INVALID_NAME : code))
LATE(init_late_tool_sees_another_scope, "A tool that initializes after MPI sees another scope of the first cvar",
      MPITCHECK_BREAKS(init_order_same_metadata),
     MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_info, if (tool_is_late && cvar_index == 0 && scope) *scope = *scope == MPI_T_SCOPE_READONLY ? MPI_T_SCOPE_CONSTANT
         : MPI_T_SCOPE_READONLY))
EPOCH(init_again_shows_another_verbosity, "After re-initialization the first pvar has another verbosity", MPITCHECK_BREAKS(init_order_same_metadata),
      MPITCHECK_OUTPUT_OF(MPI_T_pvar_get_info, if (ended_epochs > 0 && pvar_index == 0 && verbosity) other_verbosity(verbosity)))
MPITCHECK_ROW(init_late_finalize_changes_bind, "MPI_Finalize changes the binding of pvars for a tool that initialized after MPI",
      MPITCHECK_BREAKS(pvar_info_immutable),
    note_late_tools(mpi); MPITCHECK_OUTPUT_OF(MPI_T_pvar_get_info, if (tool_is_late && pvar_index == 0 && bind && mpi_was_finalized()) other_bind(bind)))
MPITCHECK_OUTPUT(init_changes_values_of_items, MPI_T_enum_get_item, "MPI_Init changes the values of items", MPITCHECK_BREAKS(enum_item_access),
       if (mpi_was_initialized()) ++*value)
#ifdef MPITCHECK_DECLARES_MPI_T_event_get_info
LATE(init_late_tool_lacks_an_event, "A tool that initializes after MPI cannot query the last event type", MPITCHECK_BREAKS(event_index_dense),
     MPITCHECK_GIVEN_OF(MPI_T_event_get_info, if (tool_is_late && is_last_event(event_index)) return MPI_T_ERR_INVALID_INDEX))
LATE(init_late_tool_lacks_a_source, "A tool that initializes after MPI cannot query the first source", MPITCHECK_BREAKS(source_index_dense),
     MPITCHECK_GIVEN_OF(MPI_T_source_get_info, if (tool_is_late && source_index == 0) return MPI_T_ERR_INVALID_INDEX))
LATE(init_late_tool_gets_no_hints, "A tool that initializes after MPI gets no info object of event types", MPITCHECK_BREAKS(event_info_object),
     MPITCHECK_GIVEN_OF(MPI_T_event_get_info, if (tool_is_late && info) return MPI_T_ERR_MEMORY))
MPITCHECK_OUTPUT(init_changes_elements, MPI_T_event_get_info, "MPI_Init adds an element to event types", MPITCHECK_BREAKS(event_info_repeatable),
       if (mpi_was_initialized() && num_elements) ++*num_elements)
MPITCHECK_OUTPUT(init_changes_ordering, MPI_T_source_get_info, "MPI_Init makes ordered sources unordered, and unordered sources ordered",
      MPITCHECK_BREAKS(source_ordering_value),
       if (mpi_was_initialized() && ordering) *ordering = *ordering == MPI_T_SOURCE_ORDERED ? MPI_T_SOURCE_UNORDERED : MPI_T_SOURCE_ORDERED)
#endif

// --- Resources that are not freed
MPITCHECK_GIVEN(leaks_descriptor_of_init, MPI_T_init_thread, "Each MPI_T_init_thread leaks an open descriptor", MPITCHECK_BREAKS(general_resources_steady),
      lose_descriptor())
MPITCHECK_GIVEN(leaks_thread_of_init_within_mpi, MPI_T_init_thread, "Each MPI_T_init_thread after MPI_Init leaks a thread",
      MPITCHECK_BREAKS(general_resources_steady), if (mpi_is_up()) lose_thread())
MPITCHECK_GIVEN(leaks_key_of_session, MPI_T_pvar_session_create, "Each pvar session leaks a key of thread-specific data",
      MPITCHECK_BREAKS(general_resources_steady), lose_key())
MPITCHECK_GIVEN(leaks_page_of_pvar_handle, MPI_T_pvar_handle_alloc, "Each pvar handle leaks a page of mapped memory",
      MPITCHECK_BREAKS(general_resources_steady), lose_page())
MPITCHECK_GIVEN(leaks_memory_of_cvar_handle, MPI_T_cvar_handle_alloc, "Each tenth handle of a cvar leaks 200 bytes", MPITCHECK_BREAKS(general_resources_steady),
      if (times() % 10 == 0) lose_memory(200))
#ifdef MPITCHECK_DECLARES_MPI_T_event_handle_free
MPITCHECK_GIVEN(leaks_descriptor_of_registration, MPI_T_event_handle_free, "Each second registration leaks an open descriptor",
      MPITCHECK_BREAKS(general_resources_steady), if (times() % 2 == 0) lose_descriptor())
#endif

// --- Thread levels
MPITCHECK_GIVEN(init_multiple_refused, MPI_T_init_thread, "MPI_T_init_thread refuses MPI_THREAD_MULTIPLE", MPITCHECK_BREAKS(init_required_values),
      if (required == MPI_THREAD_MULTIPLE) return MPI_T_ERR_CANNOT_INIT)
MPITCHECK_GIVEN(init_funneled_crashes, MPI_T_init_thread, "MPI_T_init_thread crashes with MPI_THREAD_FUNNELED", MPITCHECK_BREAKS(init_required_values),
      if (required == MPI_THREAD_FUNNELED) std::raise(SIGFPE))
MPITCHECK_AFTER(init_provided_is_no_level, MPI_T_init_thread, "MPI_T_init_thread grants a level above MPI_THREAD_MULTIPLE",
      MPITCHECK_BREAKS(init_provided_value),
      if (required == MPI_THREAD_MULTIPLE) *provided = 77)
MPITCHECK_GIVEN(init_provided_left_alone, MPI_T_init_thread, "MPI_T_init_thread does not return the granted level", MPITCHECK_BREAKS(init_provided_value),
      int unset = 0; provided = &unset)
MPITCHECK_OUTPUT(init_nested_provided_is_no_level, MPI_T_init_thread, "A nested MPI_T_init_thread grants a level below MPI_THREAD_SINGLE",
      MPITCHECK_BREAKS(init_provided_value),
       if (times() > 1) *provided = MPI_THREAD_SINGLE - 77)
MPITCHECK_ROW(init_overwrites_mpi_level, "After MPI_T_init_thread MPI_Query_thread returns the level that the tool requested",
      MPITCHECK_BREAKS(init_leaves_mpi_thread_level),
    tell_another_level(mpi); MPITCHECK_GIVEN_OF(MPI_T_init_thread, if (mpi_was_initialized()) level_given = required))
MPITCHECK_ROW(init_keeps_level_of_tool, "MPI_Query_thread returns the level that MPI_T_init_thread granted before MPI was initialized",
    MPITCHECK_BREAKS(init_leaves_mpi_thread_level), tell_another_level(mpi); MPITCHECK_OUTPUT_OF(MPI_T_init_thread, if (!mpi_was_initialized()) level_given = *provided))
MPITCHECK_ROW(init_finalize_lowers_mpi_level, "After MPI_T_finalize MPI_Query_thread returns MPI_THREAD_SINGLE", MPITCHECK_BREAKS(init_leaves_mpi_thread_level),
    tell_another_level(mpi); MPITCHECK_OUTPUT_OF(MPI_T_finalize, level_given = MPI_THREAD_SINGLE))
MPITCHECK_ROW(init_other_threads_lack_cvars, "MPI_T_cvar_get_info sometimes fails in a thread, although MPI_THREAD_MULTIPLE was granted",
    MPITCHECK_BREAKS(init_provided_governs_mpit_calls),
    remember_first_thread(mpi);
    MPITCHECK_AFTER_OF(MPI_T_cvar_get_info, static thread_local int calls = 0; if (in_another_thread() && ++calls % 97 == 0) code = MPI_T_ERR_MEMORY))
MPITCHECK_ROW(init_other_threads_lack_sessions, "Only the thread that initialized MPI_T can create pvar sessions",
    MPITCHECK_BREAKS(init_provided_governs_mpit_calls),
    remember_first_thread(mpi); MPITCHECK_GIVEN_OF(MPI_T_pvar_session_create, if (in_another_thread()) return MPI_T_ERR_INVALID_SESSION))
// As in a library whose state is a thread-local variable.
MPITCHECK_ROW(init_other_threads_see_nothing, "Only the thread that initialized MPI_T sees variables and categories",
    MPITCHECK_BREAKS(init_one_for_the_process),
    remember_first_thread(mpi); MPITCHECK_AFTER_OF(MPI_T_cvar_get_num, if (in_another_thread()) *num_cvar = 0);
    MPITCHECK_AFTER_OF(MPI_T_pvar_get_num, if (in_another_thread()) *num_pvar = 0);
    MPITCHECK_AFTER_OF(MPI_T_category_get_num, if (in_another_thread()) *num_cat = 0))
MPITCHECK_ROW(init_other_threads_see_another_cvar, "The last cvar has another verbosity in threads that did not initialize MPI_T",
    MPITCHECK_BREAKS(init_one_for_the_process),
    remember_first_thread(mpi);
    MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_info, if (in_another_thread() && is_last_cvar(cvar_index) && verbosity) other_verbosity(verbosity)))
MPITCHECK_ROW(init_copy_callback_sees_no_pvars, "While MPI_Comm_dup runs there are no pvars", MPITCHECK_BREAKS(init_one_for_the_process),
    static bool is_within = false;
    MPITCHECK_REPLACE(MPI_Comm_dup) { is_within = true; const int code = MPITCHECK_REAL(MPI_Comm_dup); is_within = false; return code; };
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_get_num, if (is_within) *num_pvar = 0))
MPITCHECK_ROW(init_delete_callback_sees_fewer_categories, "While an attribute is deleted the last category is not listed", MPITCHECK_BREAKS(init_one_for_the_process),
    static bool is_within = false;
    MPITCHECK_REPLACE(MPI_Comm_delete_attr) { is_within = true; const int code = MPITCHECK_REAL(MPI_Comm_delete_attr); is_within = false; return code; };
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_num, if (is_within) --*num_cat))

// --- Before any initialization
MPITCHECK_GIVEN(init_not_required_for_counts, MPI_T_category_get_num, "Without initialization MPI_T_category_get_num succeeds with 0",
      MPITCHECK_BREAKS(init_required_first), if (!tool_is_up()) return found(0, num_cat))
MPITCHECK_CODE(init_missing_has_wrong_code, MPI_T_pvar_session_create, "Without initialization MPI_T_pvar_session_create returns MPI_T_ERR_OUT_OF_SESSIONS",
     MPITCHECK_BREAKS(init_required_first), code == MPI_T_ERR_NOT_INITIALIZED ? MPI_T_ERR_OUT_OF_SESSIONS : code)
MPITCHECK_AFTER(init_missing_crashes, MPI_T_cvar_get_index, "Without initialization MPI_T_cvar_get_index crashes", MPITCHECK_BREAKS(init_required_first),
      if (code == MPI_T_ERR_NOT_INITIALIZED) std::raise(SIGSEGV))

// --- Connected processes: every second one reports something else about an entry of the same name
MPITCHECK_OUTPUT(multiprocess_cvar_verbosity, MPI_T_cvar_get_info, "The last cvar has another verbosity in rank 1", MPITCHECK_BREAKS(multiprocess_cvar_identical),
       if (is_odd_process() && is_last_cvar(cvar_index) && verbosity) other_verbosity(verbosity))
MPITCHECK_OUTPUT(multiprocess_cvar_scope, MPI_T_cvar_get_info, "The first cvar has another scope in rank 1", MPITCHECK_BREAKS(multiprocess_cvar_identical),
       if (is_odd_process() && cvar_index == 0 && scope) *scope = *scope == MPI_T_SCOPE_READONLY ? MPI_T_SCOPE_CONSTANT : MPI_T_SCOPE_READONLY)
MPITCHECK_OUTPUT(multiprocess_cvar_datatype, MPI_T_cvar_get_info, "Cvar number 3 has another datatype in rank 1", MPITCHECK_BREAKS(multiprocess_cvar_identical),
       if (is_odd_process() && cvar_index == 3 && datatype) other_datatype(datatype))
MPITCHECK_OUTPUT(multiprocess_cvar_bind, MPI_T_cvar_get_info, "The last cvar is bound to other objects in rank 1", MPITCHECK_BREAKS(multiprocess_cvar_identical),
       if (is_odd_process() && is_last_cvar(cvar_index) && bind) other_bind(bind))
MPITCHECK_OUTPUT(multiprocess_cvar_enum_missing, MPI_T_cvar_get_info, "Cvars with an enumeration have none in rank 1", MPITCHECK_BREAKS(multiprocess_cvar_identical),
       if (is_odd_process()) set(enumtype, MPI_T_ENUM_NULL))
MPITCHECK_OUTPUT(multiprocess_enum_renamed, MPI_T_enum_get_info, "The names of enumerations of variables are in another case in rank 1",
       MPITCHECK_BREAKS(multiprocess_cvar_identical, multiprocess_pvar_identical), if (name && name_len && *name_len > 1 && is_odd_process()) name[0] ^= ' ')
MPITCHECK_OUTPUT(multiprocess_pvar_verbosity, MPI_T_pvar_get_info, "Every third pvar has another verbosity in rank 1", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (differs(pvar_index) && verbosity) other_verbosity(verbosity))
MPITCHECK_OUTPUT(multiprocess_pvar_datatype, MPI_T_pvar_get_info, "The first pvar has another datatype in rank 1", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (is_odd_process() && pvar_index == 0 && datatype) other_datatype(datatype))
MPITCHECK_OUTPUT(multiprocess_pvar_bind, MPI_T_pvar_get_info, "Every third pvar is bound to other objects in rank 1", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (differs(pvar_index) && bind) other_bind(bind))
MPITCHECK_OUTPUT(multiprocess_pvar_readonly, MPI_T_pvar_get_info, "Every third pvar is read-only in one process only", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (differs(pvar_index) && readonly) *readonly = 1 - *readonly)
MPITCHECK_OUTPUT(multiprocess_pvar_continuous, MPI_T_pvar_get_info, "The first pvar is continuous in one process only", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (is_odd_process() && pvar_index == 0 && continuous) *continuous = 1 - *continuous)
MPITCHECK_OUTPUT(multiprocess_pvar_atomic, MPI_T_pvar_get_info, "The first pvar is atomic in one process only", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (is_odd_process() && pvar_index == 0 && atomic) *atomic = 1 - *atomic)
MPITCHECK_OUTPUT(multiprocess_pvar_enum_missing, MPI_T_pvar_get_info, "Pvars with an enumeration have none in rank 1", MPITCHECK_BREAKS(multiprocess_pvar_identical),
       if (is_odd_process()) set(enumtype, MPI_T_ENUM_NULL))
#ifdef MPITCHECK_DECLARES_MPI_T_event_get_info
MPITCHECK_OUTPUT(multiprocess_event_verbosity, MPI_T_event_get_info, "Event types have another verbosity in rank 1",
       MPITCHECK_BREAKS(multiprocess_event_identical),
       if (is_odd_process() && verbosity) *verbosity = *verbosity == MPI_T_VERBOSITY_USER_BASIC ? MPI_T_VERBOSITY_USER_ALL
           : MPI_T_VERBOSITY_USER_BASIC)
MPITCHECK_OUTPUT(multiprocess_event_bind, MPI_T_event_get_info, "The first event type has another binding in rank 1",
       MPITCHECK_BREAKS(multiprocess_event_identical),
       if (is_odd_process() && event_index == 0 && bind) *bind = *bind == MPI_T_BIND_NO_OBJECT ? MPI_T_BIND_MPI_WIN : MPI_T_BIND_NO_OBJECT)
MPITCHECK_OUTPUT(multiprocess_event_elements, MPI_T_event_get_info, "The first event type has one element less in rank 1",
       MPITCHECK_BREAKS(multiprocess_event_identical), if (is_odd_process() && event_index == 0 && num_elements) --*num_elements)
MPITCHECK_ROW(multiprocess_event_datatype, "The first element of event types has another datatype in rank 1",
    MPITCHECK_BREAKS(multiprocess_event_identical),
    MPITCHECK_REPLACE(MPI_T_event_get_info) { const int room = room_of(num_elements); const int code = MPITCHECK_REAL(MPI_T_event_get_info);
        if (code == MPI_SUCCESS && is_odd_process() && array_of_datatypes && room > 0 && *num_elements > 0) other_datatype(array_of_datatypes);
        return code; })
MPITCHECK_OUTPUT(multiprocess_event_enum_missing, MPI_T_event_get_info, "Event types with an enumeration have none in rank 1",
       MPITCHECK_BREAKS(multiprocess_event_identical), if (is_odd_process()) set(enumtype, MPI_T_ENUM_NULL))
#endif

// --- Pairs of MPI_T_ and PMPI_T_ functions, seen from the MPI_T_ side, and MPI_Pcontrol
COUNTED(profiling_inits_counted_apart, "Initialization by PMPI_T_init_thread does not count for the MPI_T_ functions",
      MPITCHECK_BREAKS(profiling_pmpi_twin_equivalent),
        MPITCHECK_CODE_OF(MPI_T_cvar_get_num, depth == 0 ? MPI_T_ERR_NOT_INITIALIZED : code))
MPITCHECK_ROW(profiling_twin_finalize_refused, "MPI_T_finalize does not undo an initialization by PMPI_T_init_thread",
      MPITCHECK_BREAKS(profiling_pmpi_twin_equivalent),
    MPITCHECK_OUTPUT_OF(MPI_T_init_thread, ++depth); MPITCHECK_GIVEN_OF(MPI_T_finalize, if (depth == 0) return MPI_T_ERR_NOT_INITIALIZED; --depth))
MPITCHECK_OUTPUT(profiling_twin_knows_one_pvar_more, MPI_T_pvar_get_num, "MPI_T_pvar_get_num returns one pvar less than PMPI_T_pvar_get_num",
       MPITCHECK_BREAKS(profiling_pmpi_twin_equivalent, category_members_usable), if (*num_pvar > 0) --*num_pvar)
MPITCHECK_OUTPUT(profiling_twin_look_up_differs, MPI_T_cvar_get_index, "For the last cvar MPI_T_cvar_get_index returns one less than PMPI_T_cvar_get_index",
       MPITCHECK_BREAKS(profiling_pmpi_twin_equivalent, cvar_get_index_roundtrip), if (is_last_cvar(*cvar_index)) --*cvar_index)
MPITCHECK_ROW(profiling_pvar_handles_apart, "MPI_T_pvar_read refuses pvar handles of a PMPI function", MPITCHECK_BREAKS(profiling_pmpi_twin_equivalent),
    static std::set<MPI_T_pvar_handle> known; MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, known.insert(*handle));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_handle_free, known.erase(*handle)); MPITCHECK_GIVEN_OF(MPI_T_pvar_read, if (!known.contains(handle)) return MPI_T_ERR_INVALID_HANDLE))
MPITCHECK_ROW(profiling_sessions_apart, "MPI_T_pvar_start refuses pvar sessions of a PMPI function", MPITCHECK_BREAKS(profiling_pmpi_twin_equivalent),
    static std::set<MPI_T_pvar_session> known; MPITCHECK_OUTPUT_OF(MPI_T_pvar_session_create, known.insert(*pe_session));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_session_free, known.erase(*pe_session));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_start, if (!known.contains(pe_session)) return MPI_T_ERR_INVALID_SESSION))
MPITCHECK_ROW(profiling_pcontrol_refuses_own_levels, "MPI_Pcontrol returns MPI_ERR_ARG for levels above 2",
    MPITCHECK_BREAKS(profiling_pcontrol_noop, profiling_pcontrol_present), MPITCHECK_REPLACE(MPI_Pcontrol) { return level > 2 ? MPI_ERR_ARG : MPI_SUCCESS; })
MPITCHECK_ROW(profiling_pcontrol_crashes, "MPI_Pcontrol crashes with a negative level", MPITCHECK_BREAKS(profiling_pcontrol_noop, profiling_pcontrol_present),
    MPITCHECK_REPLACE(MPI_Pcontrol) { if (level < 0) std::raise(SIGSEGV); return MPI_SUCCESS; })
MPITCHECK_ROW(profiling_pcontrol_stops_messages, "After MPI_Pcontrol(0) MPI_Isend fails", MPITCHECK_BREAKS(profiling_pcontrol_noop),
    keep_level(mpi); MPITCHECK_CODE_OF(MPI_Isend, level_in_force == 0 ? MPI_ERR_OTHER : code))
MPITCHECK_ROW(profiling_pcontrol_hides_cvars, "After MPI_Pcontrol(2) there is one cvar less", MPITCHECK_BREAKS(profiling_pcontrol_noop),
    keep_level(mpi); MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_num, if (level_in_force == 2) --*num_cvar))
MPITCHECK_ROW(profiling_pcontrol_stops_reads, "After MPI_Pcontrol(0) MPI_T_cvar_read refuses", MPITCHECK_BREAKS(profiling_pcontrol_noop),
    keep_level(mpi); MPITCHECK_CODE_OF(MPI_T_cvar_read, level_in_force == 0 ? MPI_T_ERR_INVALID_HANDLE : code))
MPITCHECK_ROW(profiling_pcontrol_prints, "MPI_Pcontrol prints the level", MPITCHECK_BREAKS(profiling_pcontrol_noop),
    MPITCHECK_REPLACE(MPI_Pcontrol) { std::printf("profiling level %d\n", level); std::fflush(stdout); return MPI_SUCCESS; })
// clang-format on

#undef INIT_OF
#undef FINALIZE_OF
#undef COUNTED
#undef EPOCH
#undef LATE

// --- Faults that need more than a row

MPITCHECK_FAULT(init_again_lacks_its_lock,
                "After re-initialization with MPI_THREAD_SINGLE instead of another level, a "
                "request for MPI_THREAD_MULTIPLE makes the next call crash",
                clause::init_reinitialization) {
  static int former = MPI_THREAD_SINGLE;
  static int begun_at = MPI_THREAD_SINGLE;
  static bool locks = false;
  MPITCHECK_REPLACE(MPI_T_init_thread) {
    const int code = MPITCHECK_REAL(MPI_T_init_thread);
    if (code == MPI_SUCCESS && depth++ == 0) begun_at = required;
    locks = required == MPI_THREAD_MULTIPLE;
    return code;
  };
  MPITCHECK_OUTPUT_OF(MPI_T_finalize, if (--depth == 0) former = begun_at);
  MPITCHECK_REPLACE(MPI_T_cvar_get_num) {
    const int code = MPITCHECK_REAL(MPI_T_cvar_get_num);
    const bool again = depth > 0 && former != MPI_THREAD_SINGLE;
    if (again && begun_at == MPI_THREAD_SINGLE && locks) std::raise(SIGSEGV);
    return code;
  };
}

MPITCHECK_FAULT(profiling_cvar_handles_apart,
                "The PMPI functions refuse cvar handles of MPI_T_cvar_handle_alloc",
                clause::profiling_pmpi_twin_equivalent) {
  // The handles of one name are those of the other, bitwise inverted. They are pointers or
  // integers.
  static const auto inverted = [](MPI_T_cvar_handle handle) {
    if (handle == MPI_T_CVAR_HANDLE_NULL) return handle;
    auto* const bytes = reinterpret_cast<unsigned char*>(&handle);
    for (std::size_t i = 0; i < sizeof handle; ++i)
      bytes[i] = static_cast<unsigned char>(~bytes[i]);
    return handle;
  };
  MPITCHECK_OUTPUT_OF(MPI_T_cvar_handle_alloc, *handle = inverted(*handle));
  MPITCHECK_REPLACE(MPI_T_cvar_handle_free) {
    MPI_T_cvar_handle inner = inverted(*handle);
    const int code = real.MPI_T_cvar_handle_free(&inner);
    *handle = inverted(inner);
    return code;
  };
  MPITCHECK_GIVEN_OF(MPI_T_cvar_read, handle = inverted(handle));
  MPITCHECK_GIVEN_OF(MPI_T_cvar_write, handle = inverted(handle));
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of pvars: what queries return, sessions, handles, and the use of one handle.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// The MPI's index of the pvar that the tool calls `index`. MPI_Init swaps the first two.
int swapped_pvar(int index) { return mpi_was_initialized() ? swapped(index, 2) : index; }

// The index of the first pvar for which `fits` holds, or -1.
int first_pvar(bool (*fits)(const PvarFacts&)) {
  const int num = pvar_num();
  for (int i = 0; i < num; ++i) {
    if (fits(PvarFacts(i))) return i;
  }
  return -1;
}

// The last pvar of a class whose elements are not MPI_UNSIGNED, or -1.
int last_wide(int var_class) {
  int found = -1;
  const int num = pvar_num();
  for (int i = 0; i < num; ++i) {
    const PvarFacts pvar(i);
    if (pvar.var_class == var_class && pvar.datatype != MPI_UNSIGNED) found = i;
  }
  return found;
}

// The previous pvar of the same class, or -1.
int one_before(int index) {
  const int var_class = PvarFacts(index).var_class;
  while (--index >= 0 && PvarFacts(index).var_class != var_class) {
  }
  return index;
}

int last_that_follows_another() {
  int index = pvar_num() - 1;
  while (index >= 0 && one_before(index) < 0) --index;
  return index;
}

bool is_renamed(const char* name, int var_class, int index, const std::string& new_name) {
  return name == new_name && var_class == PvarFacts(index).var_class;
}

// A look-up that also finds a pvar of the class whose name is `alike(name, wanted)`.
int find_alike(const std::string& wanted, int var_class, int* index,
               bool (*alike)(const std::string& name, const std::string& wanted)) {
  for (int i = 0; i < 50; ++i) {
    if (PvarFacts(i).var_class == var_class && alike(pvar_name(i), wanted)) return found(i, index);
  }
  return MPI_T_ERR_INVALID_NAME;
}

// The session of a handle, or `given` if that is null or the handle is unknown.
MPI_T_pvar_session own_session(MPI_T_pvar_session given, const Use* use) {
  return use == nullptr || given == MPI_T_PVAR_SESSION_NULL ? given : use->session;
}

bool is_own(MPI_T_pvar_session session, const Use* use) {
  return use != nullptr && use->session == session;
}

bool is_stoppable(MPI_T_pvar_session session, const Use* use) {
  return is_own(session, use) && use->facts.continuous == 0;
}

bool is_own_sum(MPI_T_pvar_session session, const Use* use) {
  return is_own(session, use) && use->facts.is_sum();
}

bool can_readreset(MPI_T_pvar_session session, const Use* use) {
  return is_own(session, use) && use->facts.atomic == 1 && use->facts.readonly == 0;
}

// The handles of the same pvar in other sessions.
std::vector<Use> twins_of(const Use& origin) {
  std::vector<Use> twins = uses();
  std::erase_if(twins, [&](const Use& use) {
    return use.index != origin.index || use.session == origin.session;
  });
  return twins;
}

std::size_t bytes_of(const Use& use) {
  const MPI_Datatype type = use.facts.datatype;
  if (type == MPI_CHAR) return static_cast<std::size_t>(use.count);
  const bool narrow =
      type == MPI_INT || type == MPI_UNSIGNED || type == MPI_INT32_T || type == MPI_UINT32_T;
  return static_cast<std::size_t>(use.count) * (narrow ? 4 : 8);
}

// Sets each element that is read of a pvar of that class to `value`.
template <class Value>
void set_elements(const Use& use, void* buffer, int var_class, Value value) {
  if (!use.is(var_class)) return;
  change_elements(use.facts.datatype, buffer, use.count, [=](auto& element, std::size_t) {
    element = static_cast<std::remove_reference_t<decltype(element)>>(value);
  });
}

void scale(const Use& use, void* buffer, double factor) {
  for (int i = 0; i < use.count; ++i) static_cast<double*>(buffer)[i] *= factor;
}

// Makes timers of type MPI_DOUBLE count in another unit: `units` per second.
void count_time_in(int units, const Use& use, void* buffer) {
  if (use.is(MPI_T_PVAR_CLASS_TIMER) && use.facts.datatype == MPI_DOUBLE) scale(use, buffer, units);
}

// Makes a running sum of that class read 0 on its fourth read.
void fall_once(const Use& use, void* buffer, int var_class) {
  if (use.running && use.reads == 4) set_elements(use, buffer, var_class, 0);
}

void keep_first_value(Use& use, void* buffer) {
  const PvarValue now = value_of(use);
  if (use.reads == 1) use.before = now;
  PvarValue back = use.before;
  for (std::size_t i = 0; i < back.size(); ++i) back[i] -= now[i];
  add(use, buffer, back);
}

void miss_first_event(const Use& use, void* buffer) {
  const PvarValue now = value_of(use);
  PvarValue missed(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) missed[i] = now[i] > 0 ? -1 : 0;
  add(use, buffer, missed);
}

// The live sessions in the order of their creation.
std::vector<MPI_T_pvar_session>& sessions() {
  static std::vector<MPI_T_pvar_session> all;
  return all;
}

int create_session(MPI_T_pvar_session* session) {
  const int code = real.MPI_T_pvar_session_create(session);
  if (code == MPI_SUCCESS) sessions().push_back(*session);
  return code;
}

int free_session(MPI_T_pvar_session* session) {
  const MPI_T_pvar_session freed = *session;
  const int code = tracked.MPI_T_pvar_session_free(session);
  if (code == MPI_SUCCESS) std::erase(sessions(), freed);
  return code;
}

void track_sessions(Interface& mpi) {
  track(mpi);
  mpi.MPI_T_pvar_session_create = create_session;
  mpi.MPI_T_pvar_session_free = free_session;
}

// ALL(id, function, "brief", MPITCHECK_BREAKS(clause, ...), statements): run after a success with
// ALL_HANDLES.
#define ALL(id, function, brief, breaks, ...)                      \
  MPITCHECK_ROW(                                                   \
      id, brief, breaks, track(mpi); MPITCHECK_REPLACE(function) { \
        const int code = MPITCHECK_TRACKED(function);              \
        if (code == MPI_SUCCESS && is_all(handle)) {               \
          __VA_ARGS__;                                             \
        }                                                          \
        return code;                                               \
      })

// clang-format off
// --- Their number and indices, and look-up
MPITCHECK_OUTPUT(pvar_num_negative, MPI_T_pvar_get_num, "MPI_T_pvar_get_num returns a negative number", MPITCHECK_BREAKS(pvar_num_nonnegative), *num_pvar = -1)
MPITCHECK_ROW(pvar_num_refused, "MPI_T_pvar_get_num fails", MPITCHECK_BREAKS(pvar_num_nonnegative), mpi.MPI_T_pvar_get_num = [](int*) { return MPI_T_ERR_INVALID; })
MPITCHECK_OUTPUT(pvar_num_shrinks_in_init, MPI_T_pvar_get_num, "MPI_Init removes a pvar", MPITCHECK_BREAKS(pvar_num_may_only_grow),
       if (mpi_was_initialized() && *num_pvar > 0) --*num_pvar)
MPITCHECK_ROW(pvar_indices_swapped_in_init, "MPI_Init swaps the first two pvars", MPITCHECK_BREAKS(pvar_num_may_only_grow, pvar_info_immutable),
    MPITCHECK_GIVEN_OF(MPI_T_pvar_get_info, pvar_index = swapped_pvar(pvar_index)); MPITCHECK_OUTPUT_OF(MPI_T_pvar_get_index, *pvar_index = swapped_pvar(*pvar_index));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_handle_alloc, pvar_index = swapped_pvar(pvar_index)))
MPITCHECK_GIVEN(pvar_info_last_refused, MPI_T_pvar_get_info, "MPI_T_pvar_get_info fails for the last pvar, with a code of MPI itself",
      MPITCHECK_BREAKS(pvar_index_range_valid, errors_table_only), if (is_last_pvar(pvar_index)) return MPI_ERR_OTHER)
MPITCHECK_GIVEN(pvar_info_refused_after_init, MPI_T_pvar_get_info, "MPI_T_pvar_get_info fails for the first pvar once MPI is initialized",
      MPITCHECK_BREAKS(pvar_info_immutable), if (pvar_index == 0 && mpi_was_initialized()) return MPI_T_ERR_MEMORY)
MPITCHECK_GIVEN(pvar_info_takes_index_n, MPI_T_pvar_get_info, "MPI_T_pvar_get_info succeeds for index N", MPITCHECK_BREAKS(pvar_info_bad_index),
      if (pvar_index > 0 && pvar_index == pvar_num()) --pvar_index)
MPITCHECK_GIVEN(pvar_info_negative_index_code, MPI_T_pvar_get_info, "MPI_T_pvar_get_info returns MPI_T_ERR_INVALID for negative indices",
      MPITCHECK_BREAKS(pvar_info_bad_index), if (pvar_index < 0) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(pvar_lookup_off_by_one, MPI_T_pvar_get_index, "MPI_T_pvar_get_index returns the next index for the last pvar",
      MPITCHECK_BREAKS(pvar_get_index_roundtrip),
       if (is_last_pvar(*pvar_index)) ++*pvar_index)
MPITCHECK_GIVEN(pvar_lookup_refuses_class, MPI_T_pvar_get_index, "MPI_T_pvar_get_index finds no timers", MPITCHECK_BREAKS(pvar_get_index_roundtrip),
      if (var_class == MPI_T_PVAR_CLASS_TIMER) return MPI_T_ERR_INVALID_NAME)
MPITCHECK_AFTER(pvar_lookup_ignores_class, MPI_T_pvar_get_index, "MPI_T_pvar_get_index finds a pvar of any class",
      MPITCHECK_BREAKS(pvar_get_index_unknown, pvar_get_index_no_class),
      for (const int other : {MPI_T_PVAR_CLASS_LEVEL, MPI_T_PVAR_CLASS_COUNTER}) { if (code != MPI_SUCCESS) code = real.MPI_T_pvar_get_index(name,
          other, pvar_index); })
MPITCHECK_AFTER(pvar_lookup_takes_any_class, MPI_T_pvar_get_index, "MPI_T_pvar_get_index accepts -1 as any class", MPITCHECK_BREAKS(pvar_get_index_no_class),
      for (int i = 0; code != MPI_SUCCESS && var_class == -1 && i < pvar_num(); ++i) { if (pvar_name(i) == name) code = found(i, pvar_index); })
MPITCHECK_AFTER(pvar_lookup_finds_cvars, MPI_T_pvar_get_index, "MPI_T_pvar_get_index finds cvars, too", MPITCHECK_BREAKS(pvar_get_index_unknown),
      if (code == MPI_T_ERR_INVALID_NAME) { code = real.MPI_T_cvar_get_index(name, pvar_index); })
MPITCHECK_AFTER(pvar_lookup_in_no_class_succeeds, MPI_T_pvar_get_index, "MPI_T_pvar_get_index finds any name in the class -1", MPITCHECK_BREAKS(pvar_get_index_no_class),
      if (var_class == -1) { *pvar_index = 0; code = MPI_SUCCESS; })
MPITCHECK_CODE(pvar_lookup_unknown_succeeds, MPI_T_pvar_get_index, "MPI_T_pvar_get_index finds the first pvar by any name",
     MPITCHECK_BREAKS(pvar_get_index_unknown, pvar_get_index_no_class),
     code == MPI_SUCCESS ? code : found(0, pvar_index))
MPITCHECK_CODE(pvar_lookup_unknown_code, MPI_T_pvar_get_index, "MPI_T_pvar_get_index returns MPI_T_ERR_INVALID_INDEX for an unknown name",
     MPITCHECK_BREAKS(pvar_get_index_unknown, pvar_get_index_no_class),
     code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code)
MPITCHECK_CODE(pvar_lookup_takes_prefix, MPI_T_pvar_get_index, "MPI_T_pvar_get_index accepts the beginning of a name", MPITCHECK_BREAKS(pvar_get_index_unknown),
     code != MPI_T_ERR_INVALID_NAME ? code : find_alike(name, var_class, pvar_index,
         [](auto& own, auto& wanted) { return !wanted.empty() && own.starts_with(wanted); }))
MPITCHECK_CODE(pvar_lookup_takes_longer_name, MPI_T_pvar_get_index, "MPI_T_pvar_get_index accepts a longer name", MPITCHECK_BREAKS(pvar_get_index_unknown),
     code != MPI_T_ERR_INVALID_NAME ? code : find_alike(name, var_class, pvar_index,
         [](auto& own, auto& wanted) { return !own.empty() && wanted.starts_with(own); }))
MPITCHECK_CODE(pvar_lookup_ignores_case, MPI_T_pvar_get_index, "MPI_T_pvar_get_index ignores upper and lower case", MPITCHECK_BREAKS(pvar_get_index_unknown),
     code != MPI_T_ERR_INVALID_NAME ? code : find_alike(name, var_class, pvar_index,
         [](auto& own, auto& wanted) { return lower(own) == lower(wanted); }))

// --- What queries return
MPITCHECK_ROW(pvar_name_empty, "The last pvar has an empty name", MPITCHECK_BREAKS(pvar_name_nonempty),
    MPITCHECK_NAME_OF(MPI_T_pvar_get_info, is_last_pvar(pvar_index), "");
    MPITCHECK_CODE_OF(MPI_T_pvar_get_index, code != MPI_SUCCESS && is_renamed(name, var_class, pvar_num() - 1, "") ? found(pvar_num() - 1, pvar_index) : code))
MPITCHECK_ROW(pvar_name_twice, "A pvar has the name of the pvar of its class before it", MPITCHECK_BREAKS(pvar_name_class_unique, pvar_get_index_roundtrip),
    MPITCHECK_NAME_OF(MPI_T_pvar_get_info, pvar_index == last_that_follows_another(), pvar_name(one_before(pvar_index))))
MPITCHECK_ROW(pvar_name_changes_in_init, "MPI_Init renames the first pvar", MPITCHECK_BREAKS(pvar_info_immutable, pvar_num_may_only_grow),
    MPITCHECK_NAME_OF(MPI_T_pvar_get_info, pvar_index == 0, active(pvar_name(0)));
    MPITCHECK_CODE_OF(MPI_T_pvar_get_index, code != MPI_SUCCESS && is_renamed(name, var_class, 0, active(pvar_name(0))) ? found(0, pvar_index) : code))
MPITCHECK_ROW(pvar_desc_length_zero, "The length of a missing description is 0", MPITCHECK_BREAKS(pvar_desc_optional),
    MPITCHECK_REPLACE(MPI_T_pvar_get_info) { if (!is_last_pvar(pvar_index)) return MPITCHECK_REAL(MPI_T_pvar_get_info); char* const buffer = std::exchange(desc, nullptr);
        int* const length = std::exchange(desc_len, nullptr); const int code = MPITCHECK_REAL(MPI_T_pvar_get_info);
        if (code == MPI_SUCCESS) { return_text("", buffer, length); set(length, 0); } return code; })
MPITCHECK_OUTPUT(pvar_verbosity_changes_in_init, MPI_T_pvar_get_info, "MPI_Init changes the verbosity of a pvar", MPITCHECK_BREAKS(pvar_info_immutable),
       if (mpi_was_initialized() && pvar_index == 1 && verbosity) *verbosity = *verbosity == MPI_T_VERBOSITY_USER_BASIC ? MPI_T_VERBOSITY_USER_ALL
           : MPI_T_VERBOSITY_USER_BASIC)
MPITCHECK_OUTPUT(pvar_verbosity_changes_late, MPI_T_pvar_get_info, "The verbosity of pvars changes after 10000 queries", MPITCHECK_BREAKS(pvar_info_immutable),
       if (times() > 10000) set<int>(verbosity, MPI_T_VERBOSITY_MPIDEV_ALL))
MPITCHECK_GIVEN(pvar_info_null_refused, MPI_T_pvar_get_info, "MPI_T_pvar_get_info refuses NULL for the verbosity", MPITCHECK_BREAKS(pvar_info_null_out_ignored),
      if (!verbosity) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(pvar_info_null_crashes, MPI_T_pvar_get_info, "MPI_T_pvar_get_info writes to the NULL for `atomic`", MPITCHECK_BREAKS(pvar_info_null_out_ignored),
       if (bind) touch(atomic))
MPITCHECK_GIVEN(pvar_info_null_ends_outputs, MPI_T_pvar_get_info, "If the binding is NULL, MPI_T_pvar_get_info does not return the flags",
      MPITCHECK_BREAKS(pvar_info_null_out_ignored), if (!bind) readonly = continuous = atomic = nullptr)
MPITCHECK_ROW(pvar_class_unknown, "The last pvar has an unknown class", MPITCHECK_BREAKS(pvar_class_constants),
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_get_info, if (is_last_pvar(pvar_index)) set(var_class, no_constant));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_get_index, if (var_class == no_constant) var_class = PvarFacts(pvar_num() - 1).var_class))
MPITCHECK_OUTPUT(pvar_flag_readonly_raw, MPI_T_pvar_get_info, "The readonly flag is a bit of a mask", MPITCHECK_BREAKS(pvar_flag_readonly),
       if (is_last_pvar(pvar_index)) set(readonly, 0x20))
MPITCHECK_OUTPUT(pvar_flag_continuous_negative, MPI_T_pvar_get_info, "The continuous flag of the last pvar is -1", MPITCHECK_BREAKS(pvar_flag_continuous),
       if (is_last_pvar(pvar_index)) set(continuous, -1))
MPITCHECK_OUTPUT(pvar_flag_atomic_two, MPI_T_pvar_get_info, "The atomic flag of the last pvar is 2", MPITCHECK_BREAKS(pvar_flag_atomic),
       if (is_last_pvar(pvar_index)) set(atomic, 2))
MPITCHECK_ROW(pvar_flags_unset_if_zero, "A flag of a pvar that is 0 is not returned", MPITCHECK_BREAKS(pvar_flag_readonly, pvar_flag_continuous, pvar_flag_atomic),
    MPITCHECK_REPLACE(MPI_T_pvar_get_info) { int own[3] = {};
        int* const wanted[] = {std::exchange(readonly, &own[0]), std::exchange(continuous, &own[1]), std::exchange(atomic, &own[2])};
        const int code = MPITCHECK_REAL(MPI_T_pvar_get_info);
        for (int i = 0; code == MPI_SUCCESS && i < 3; ++i) { if (own[i] != 0) set(wanted[i], own[i]); } return code; })
MPITCHECK_OUTPUT(pvar_flag_continuous_denied, MPI_T_pvar_get_info, "A continuous pvar is not flagged as such",
       MPITCHECK_BREAKS(pvar_flag_continuous, pvar_start_begins_updates, pvar_stop_freezes),
       static const int one = first_pvar([](auto& pvar) { return pvar.continuous == 1; }); if (pvar_index == one) set(continuous, 0))
MPITCHECK_OUTPUT(pvar_flag_continuous_claimed, MPI_T_pvar_get_info, "A pvar that can be stopped is flagged as continuous",
       MPITCHECK_BREAKS(pvar_flag_continuous, pvar_continuous_no_startstop, pvar_continuous_active_from_alloc),
       static const int one = first_pvar([](auto& pvar) { return pvar.continuous == 0; }); if (pvar_index == one) set(continuous, 1))
MPITCHECK_OUTPUT(pvar_flag_atomic_claimed, MPI_T_pvar_get_info, "A sum that has no readreset is flagged as atomic", MPITCHECK_BREAKS(pvar_flag_atomic),
       static const int one = first_pvar([](auto& pvar) { return pvar.is_sum() && pvar.atomic == 0 && pvar.continuous == 0 && pvar.readonly == 0; });
       if (pvar_index == one) set(atomic, 1))
MPITCHECK_OUTPUT(pvar_flag_atomic_denied, MPI_T_pvar_get_info, "A pvar that has readreset is not flagged as atomic",
       MPITCHECK_BREAKS(pvar_flag_atomic, pvar_readreset_not_atomic_code),
       static const int one = first_pvar([](auto& pvar) { return pvar.atomic == 1; }); if (pvar_index == one) set(atomic, 0))
MPITCHECK_OUTPUT(pvar_flag_readonly_claimed, MPI_T_pvar_get_info, "A pvar that can be written is flagged as read-only",
       MPITCHECK_BREAKS(pvar_flag_readonly, pvar_write_refused_code),
       static const int one = first_pvar([](auto& pvar) { return pvar.readonly == 0 && pvar.continuous == 0; });
       if (pvar_index == one) set(readonly, 1))
MPITCHECK_GIVEN(pvar_inactive_still_has_handles, MPI_T_pvar_get_info, "A handle of a pvar that became inactive can be allocated",
      MPITCHECK_BREAKS(pvar_inactive_access_code),
      static const int one = first_pvar([](auto& pvar) { return pvar.bind == MPI_T_BIND_NO_OBJECT; });
      if (pvar_index == one && mpi_was_initialized()) return MPI_T_ERR_INVALID_INDEX)

// --- Datatypes and enumerations of a class
MPITCHECK_OUTPUT(pvar_state_type, MPI_T_pvar_get_info, "The last state is MPI_UNSIGNED", MPITCHECK_BREAKS(pvar_class_state_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_STATE); if (pvar_index == last) set(datatype, MPI_UNSIGNED))
MPITCHECK_OUTPUT(pvar_level_type, MPI_T_pvar_get_info, "The last level is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_level_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_LEVEL); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_size_type, MPI_T_pvar_get_info, "The last size is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_size_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_SIZE); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_percentage_type, MPI_T_pvar_get_info, "The last percentage is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_percentage_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_PERCENTAGE); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_highwatermark_type, MPI_T_pvar_get_info, "The last high watermark is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_watermark_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_HIGHWATERMARK); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_lowwatermark_type, MPI_T_pvar_get_info, "The last low watermark is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_watermark_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_LOWWATERMARK); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_counter_type_floating, MPI_T_pvar_get_info, "A counter is MPI_DOUBLE", MPITCHECK_BREAKS(pvar_class_counter_type),
       const PvarFacts pvar(pvar_index);
       if (pvar.datatype == MPI_UNSIGNED_LONG_LONG && pvar.var_class == MPI_T_PVAR_CLASS_COUNTER && pvar.readonly == 1) set(datatype, MPI_DOUBLE))
MPITCHECK_OUTPUT(pvar_aggregate_type, MPI_T_pvar_get_info, "The last aggregate is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_aggregate_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_AGGREGATE); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_timer_type, MPI_T_pvar_get_info, "The last timer is MPI_COUNT", MPITCHECK_BREAKS(pvar_class_timer_type),
       static const int last = last_wide(MPI_T_PVAR_CLASS_TIMER); if (pvar_index == last) set(datatype, MPI_COUNT))
MPITCHECK_OUTPUT(pvar_state_without_enum, MPI_T_pvar_get_info, "States have no enumeration", MPITCHECK_BREAKS(pvar_class_state_enum),
       if (PvarFacts(pvar_index).var_class == MPI_T_PVAR_CLASS_STATE) set(enumtype, MPI_T_ENUM_NULL))

// --- Sessions
MPITCHECK_ROW(pvar_session_create_null, "MPI_T_pvar_session_create returns the null session", MPITCHECK_BREAKS(pvar_session_create),
    MPITCHECK_REPLACE(MPI_T_pvar_session_create) { *pe_session = MPI_T_PVAR_SESSION_NULL; return MPI_SUCCESS; })
MPITCHECK_ROW(pvar_session_create_same, "A second session is the same as the first",
    MPITCHECK_BREAKS(pvar_session_create, pvar_handle_session_mismatch, pvar_session_free_ends_use),
    track_sessions(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_session_create) { if (sessions().empty()) return create_session(pe_session);
        sessions().push_back(*pe_session = sessions().front()); return MPI_SUCCESS; };
    MPITCHECK_REPLACE(MPI_T_pvar_session_free) { if (sessions().size() < 2) return free_session(pe_session); sessions().pop_back();
        *pe_session = MPI_T_PVAR_SESSION_NULL; return MPI_SUCCESS; })
MPITCHECK_ROW(pvar_session_create_one_only, "Only one session can exist at a time", MPITCHECK_BREAKS(pvar_session_create),
    track_sessions(mpi); MPITCHECK_REPLACE(MPI_T_pvar_session_create) { return sessions().empty() ? create_session(pe_session) : MPI_T_ERR_INVALID_SESSION; })
MPITCHECK_GIVEN(pvar_session_create_refused_after_init, MPI_T_pvar_session_create, "MPI_T_pvar_session_create fails once MPI is initialized",
      MPITCHECK_BREAKS(pvar_session_create, pvar_session_free_nulls), if (mpi_was_initialized()) return MPI_T_ERR_INVALID)
MPITCHECK_ROW(pvar_session_free_order, "Sessions can only be freed in reverse order", MPITCHECK_BREAKS(pvar_session_create),
    track_sessions(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_session_free) { return sessions().empty() || sessions().back() == *pe_session ? free_session(pe_session)
        : MPI_T_ERR_INVALID_SESSION; })
MPITCHECK_GIVEN(pvar_session_free_keeps_variable, MPI_T_pvar_session_free, "MPI_T_pvar_session_free does not set the variable to the null session",
      MPITCHECK_BREAKS(pvar_session_free_nulls), MPI_T_pvar_session copy = *pe_session; pe_session = &copy)
MPITCHECK_CODE(pvar_session_free_fails, MPI_T_pvar_session_free, "MPI_T_pvar_session_free works, but returns an error",
     MPITCHECK_BREAKS(pvar_session_free_nulls, pvar_session_create), code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code)
MPITCHECK_ROW(pvar_session_free_ends_all, "After one session is freed no other session can be used", MPITCHECK_BREAKS(pvar_session_free_ends_use),
    track(mpi); static bool freed = false; MPITCHECK_GIVEN_OF(MPI_T_pvar_session_create, freed = false);
    MPITCHECK_REPLACE(MPI_T_pvar_session_free) { freed = true; return MPITCHECK_TRACKED(MPI_T_pvar_session_free); };
    MPITCHECK_USED_OF(MPI_T_pvar_read, if (freed && use) return MPI_T_ERR_INVALID_SESSION))
MPITCHECK_ROW(pvar_session_free_stops_younger, "Freeing a session stops all handles of the sessions that were created after it", MPITCHECK_BREAKS(pvar_session_free_ends_use),
    track_sessions(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_session_free) { auto other = std::find(sessions().rbegin(), sessions().rend(), *pe_session);
        while (other != sessions().rend() && other != sessions().rbegin()) real.MPI_T_pvar_stop(*--other, MPI_T_PVAR_ALL_HANDLES);
        return free_session(pe_session); })
MPITCHECK_ROW(pvar_session_free_ends_starts, "After one session is freed MPI_T_pvar_start of all handles of another session is refused",
    MPITCHECK_BREAKS(pvar_session_free_ends_use),
    static bool freed = false; MPITCHECK_GIVEN_OF(MPI_T_pvar_session_create, freed = false); MPITCHECK_OUTPUT_OF(MPI_T_pvar_session_free, freed = true);
    MPITCHECK_CODE_OF(MPI_T_pvar_start, freed && handle == MPI_T_PVAR_ALL_HANDLES ? MPI_T_ERR_INVALID_SESSION : code))
MPITCHECK_ROW(pvar_start_all_twice_invalid, "All handles of a session cannot be started twice in succession",
    MPITCHECK_BREAKS(pvar_start_all_failure_code, pvar_start_all_ignores),
    static MPI_T_pvar_session started = MPI_T_PVAR_SESSION_NULL; MPITCHECK_GIVEN_OF(MPI_T_pvar_stop, started = MPI_T_PVAR_SESSION_NULL);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_session_free, started = MPI_T_PVAR_SESSION_NULL);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_start, if (handle == MPI_T_PVAR_ALL_HANDLES) {
      if (started == pe_session) return MPI_T_ERR_INVALID_HANDLE;
      started = pe_session; }))
MPITCHECK_ROW(pvar_reset_all_started_invalid, "Handles of a session that were started with ALL_HANDLES cannot be reset with ALL_HANDLES",
    MPITCHECK_BREAKS(pvar_reset_all_failure_code),
    static MPI_T_pvar_session started = MPI_T_PVAR_SESSION_NULL; MPITCHECK_GIVEN_OF(MPI_T_pvar_session_free, started = MPI_T_PVAR_SESSION_NULL);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_start, if (handle == MPI_T_PVAR_ALL_HANDLES) started = pe_session);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_reset, if (handle == MPI_T_PVAR_ALL_HANDLES && started == pe_session) return MPI_T_ERR_INVALID_SESSION))
MPITCHECK_GIVEN(pvar_session_free_null_succeeds, MPI_T_pvar_session_free, "The null session can be freed", MPITCHECK_BREAKS(pvar_session_codes),
      if (*pe_session == MPI_T_PVAR_SESSION_NULL) return MPI_SUCCESS)
MPITCHECK_ROW(pvar_session_many_invalid, "The 500th session is refused with MPI_T_ERR_INVALID", MPITCHECK_BREAKS(pvar_session_codes),
    track_sessions(mpi); MPITCHECK_REPLACE(MPI_T_pvar_session_create) { return sessions().size() < 499 ? create_session(pe_session) : MPI_T_ERR_INVALID; })
MPITCHECK_DONE(pvar_start_in_all_sessions, MPI_T_pvar_start, "Start in one session starts the pvar in all", MPITCHECK_BREAKS(pvar_session_isolation_start_stop),
     for (const Use& twin : twins_of(use)) start(twin))
MPITCHECK_DONE(pvar_stop_in_all_sessions, MPI_T_pvar_stop, "Stop in one session stops the pvar in all", MPITCHECK_BREAKS(pvar_session_isolation_start_stop),
     for (const Use& twin : twins_of(use)) stop(twin))
MPITCHECK_DONE(pvar_stop_in_newer_sessions, MPI_T_pvar_stop, "Stop also stops the pvar in sessions that were created later",
      MPITCHECK_BREAKS(pvar_session_isolation_start_stop),
     for (const Use& other : uses()) { if (other.index == use.index && other.session != use.session && &other > &use) stop(other); })
MPITCHECK_DONE(pvar_reset_in_all_sessions, MPI_T_pvar_reset, "Reset in one session resets the pvar in all",
     MPITCHECK_BREAKS(pvar_session_isolation_reset, pvar_reset_all_handles), for (const Use& twin : twins_of(use)) reset(twin))
MPITCHECK_DONE(pvar_read_resets_other_sessions, MPI_T_pvar_read, "Reading in one session resets the pvar in others", MPITCHECK_BREAKS(pvar_session_isolation_reset),
     for (const Use& twin : twins_of(use)) reset(twin))
MPITCHECK_DONE(pvar_readreset_in_all_sessions, MPI_T_pvar_readreset, "Readreset in one session resets the pvar in all", MPITCHECK_BREAKS(pvar_session_isolation_reset),
     for (const Use& other : uses()) { if (other.index == use.index) reset(other); })
MPITCHECK_DONE(pvar_write_in_all_sessions, MPI_T_pvar_write, "Writing in one session writes the pvar in all", MPITCHECK_BREAKS(pvar_session_isolation_reset),
     for (const Use& other : uses()) { if (other.index == use.index) real.MPI_T_pvar_write(other.session, other.handle, buf); })

// --- Allocating and freeing handles, and handles used in another session than their own
MPITCHECK_OUTPUT(pvar_alloc_null_handle, MPI_T_pvar_handle_alloc, "MPI_T_pvar_handle_alloc succeeds with the null handle", MPITCHECK_BREAKS(pvar_handle_alloc),
       if (PvarFacts(pvar_index).atomic == 1) *handle = MPI_T_PVAR_HANDLE_NULL)
MPITCHECK_GIVEN(pvar_alloc_refuses_states, MPI_T_pvar_handle_alloc, "No handle can be allocated for pvars of class STATE", MPITCHECK_BREAKS(pvar_handle_alloc),
      if (PvarFacts(pvar_index).var_class == MPI_T_PVAR_CLASS_STATE) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_GIVEN(pvar_alloc_refuses_seldom, MPI_T_pvar_handle_alloc, "Each 5000th handle is refused", MPITCHECK_BREAKS(pvar_handle_alloc),
      static std::atomic<int> allocated{0}; if (++allocated % 5000 == 0) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_ROW(pvar_alloc_refuses_second, "Only one handle of a pvar can be allocated", MPITCHECK_BREAKS(pvar_handle_several, binding_exactly_one_object),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_handle_alloc) { for (const Use& use : uses()) { if (use.index == pvar_index) return MPI_T_ERR_INVALID_HANDLE; }
        return MPITCHECK_TRACKED(MPI_T_pvar_handle_alloc); })
MPITCHECK_DONE(pvar_alloc_second_shares_state, MPI_T_pvar_start, "Two handles of a pvar in one session are started and stopped together",
     MPITCHECK_BREAKS(pvar_handle_several), for (const Use& other : uses()) { if (other.index == use.index && other.session == use.session) start(other); })
MPITCHECK_OUTPUT(pvar_alloc_count_negative, MPI_T_pvar_handle_alloc, "MPI_T_pvar_handle_alloc returns a negative count", MPITCHECK_BREAKS(pvar_handle_count),
       if (PvarFacts(pvar_index).var_class == MPI_T_PVAR_CLASS_SIZE) *count = -1)
MPITCHECK_OUTPUT(pvar_alloc_count_too_large, MPI_T_pvar_handle_alloc, "The count is one more than the elements read", MPITCHECK_BREAKS(pvar_handle_count),
       if (PvarFacts(pvar_index).datatype == MPI_DOUBLE) ++*count)
MPITCHECK_OUTPUT(pvar_alloc_count_one, MPI_T_pvar_handle_alloc, "The count is 1 where several elements are read",
       MPITCHECK_BREAKS(pvar_handle_count, pvar_read_delivers_value), if (*count > 1) *count = 1)
MPITCHECK_GIVEN(pvar_alloc_bad_index_code, MPI_T_pvar_handle_alloc, "MPI_T_pvar_handle_alloc returns MPI_T_ERR_INVALID_HANDLE for index N",
      MPITCHECK_BREAKS(pvar_handle_bad_index), if (pvar_index == pvar_num()) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_GIVEN(pvar_alloc_null_session_code, MPI_T_pvar_handle_alloc, "MPI_T_pvar_handle_alloc returns MPI_T_ERR_INVALID for the null session",
      MPITCHECK_BREAKS(pvar_handle_bad_session), if (pe_session == MPI_T_PVAR_SESSION_NULL) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(pvar_free_keeps_variable, MPI_T_pvar_handle_free, "MPI_T_pvar_handle_free does not set the variable to the null handle",
      MPITCHECK_BREAKS(pvar_handle_free_nulls),
      MPI_T_pvar_handle copy = *handle; handle = &copy)
MPITCHECK_USED(pvar_free_refused_when_running, MPI_T_pvar_handle_free, "A running pvar's handle cannot be freed",
     MPITCHECK_BREAKS(pvar_handle_free_nulls, pvar_session_free_ends_use), if (use && use->running) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_ROW(pvar_free_stops_younger, "Freeing a handle stops the younger ones of the pvar in its session", MPITCHECK_BREAKS(pvar_handle_several),
    track(mpi);
    MPITCHECK_USED_OF(MPI_T_pvar_handle_free, for (const Use& other : uses()) {
        if (use && other.index == use->index && other.session == use->session && &other > use) stop(other); }))
MPITCHECK_ROW(pvar_free_resets_older, "Freeing a handle resets the older ones of the pvar, also in other sessions", MPITCHECK_BREAKS(pvar_handle_several),
    track(mpi);
    MPITCHECK_USED_OF(MPI_T_pvar_handle_free, for (const Use& other : uses()) { if (use && other.index == use->index && &other < use) reset(other); }))
MPITCHECK_ROW(pvar_free_ends_older_gauges, "Freeing a handle of a pvar that is not a sum invalidates its older handles", MPITCHECK_BREAKS(pvar_handle_several),
    track(mpi);
    MPITCHECK_USED_OF(MPI_T_pvar_handle_free, for (Use& other : uses()) {
        const bool meant = use && !use->facts.is_sum() && other.index == use->index && other.session == use->session;
        if (meant && &other < use) other.before = {1}; });
    MPITCHECK_USED_OF(MPI_T_pvar_read, if (use && !use->before.empty()) return MPI_T_ERR_INVALID_HANDLE))
MPITCHECK_GIVEN(pvar_free_special_succeeds, MPI_T_pvar_handle_free, "The null handle and ALL_HANDLES can be freed", MPITCHECK_BREAKS(pvar_handle_free_special),
      if (!is_single(*handle)) return MPI_SUCCESS)
MPITCHECK_USED(pvar_free_bound_in_null_session, MPI_T_pvar_handle_free, "A handle that is bound to an object can be freed in the null session",
     MPITCHECK_BREAKS(pvar_handle_bad_session),
     if (use && use->facts.bind != MPI_T_BIND_NO_OBJECT && pe_session == MPI_T_PVAR_SESSION_NULL) pe_session = use->session)
MPITCHECK_USED(pvar_read_array_in_null_session, MPI_T_pvar_read, "A pvar with several elements can be read in the null session",
     MPITCHECK_BREAKS(pvar_access_bad_arguments), if (use && use->count > 1 && pe_session == MPI_T_PVAR_SESSION_NULL) pe_session = use->session)
MPITCHECK_USED(pvar_start_in_wrong_session, MPI_T_pvar_start, "MPI_T_pvar_start takes handles of other sessions", MPITCHECK_BREAKS(pvar_handle_session_mismatch),
     pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_stop_in_wrong_session, MPI_T_pvar_stop, "MPI_T_pvar_stop takes handles of other sessions", MPITCHECK_BREAKS(pvar_handle_session_mismatch),
     pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_read_in_wrong_session, MPI_T_pvar_read, "MPI_T_pvar_read takes handles of other sessions", MPITCHECK_BREAKS(pvar_handle_session_mismatch),
     pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_write_in_wrong_session, MPI_T_pvar_write, "MPI_T_pvar_write takes handles of other sessions", MPITCHECK_BREAKS(pvar_handle_session_mismatch),
     pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_reset_in_wrong_session, MPI_T_pvar_reset, "MPI_T_pvar_reset takes handles of other sessions", MPITCHECK_BREAKS(pvar_handle_session_mismatch),
     pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_readreset_in_wrong_session, MPI_T_pvar_readreset, "MPI_T_pvar_readreset takes handles of other sessions",
     MPITCHECK_BREAKS(pvar_handle_session_mismatch), pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_free_in_wrong_session, MPI_T_pvar_handle_free, "MPI_T_pvar_handle_free takes handles of other sessions",
     MPITCHECK_BREAKS(pvar_handle_session_mismatch), pe_session = own_session(pe_session, use))
MPITCHECK_USED(pvar_read_wrong_session_code, MPI_T_pvar_read, "MPI_T_pvar_read returns MPI_T_ERR_INVALID_SESSION for a handle of another session",
     MPITCHECK_BREAKS(pvar_handle_session_mismatch), if (own_session(pe_session, use) != pe_session) return MPI_T_ERR_INVALID_SESSION)
MPITCHECK_GIVEN(pvar_read_crashes_after_finalize, MPI_T_pvar_read, "A read after MPI_Finalize ends the process", MPITCHECK_BREAKS(pvar_handle_lifetime_vs_mpi),
      if (mpi_was_finalized()) std::abort())
MPITCHECK_ROW(pvar_read_no_code_after_init, "After MPI_Init, reads with handles from before return a number that is not a code",
    MPITCHECK_BREAKS(pvar_handle_lifetime_vs_mpi),
    track(mpi); MPITCHECK_DONE_OF(MPI_T_pvar_handle_alloc, if (!mpi_was_initialized()) use.before = {1});
    MPITCHECK_USED_OF(MPI_T_pvar_read, if (use && !use->before.empty() && mpi_was_initialized()) return -1))

// --- Starting and stopping one handle
MPITCHECK_CODE(pvar_continuous_start_succeeds, MPI_T_pvar_start, "A continuous pvar can be started", MPITCHECK_BREAKS(pvar_continuous_no_startstop),
     code == MPI_T_ERR_PVAR_NO_STARTSTOP && is_single(handle) ? MPI_SUCCESS : code)
MPITCHECK_CODE(pvar_continuous_stop_succeeds, MPI_T_pvar_stop, "A continuous pvar can be stopped", MPITCHECK_BREAKS(pvar_continuous_no_startstop),
     code == MPI_T_ERR_PVAR_NO_STARTSTOP && is_single(handle) ? MPI_SUCCESS : code)
MPITCHECK_CODE(pvar_continuous_stop_no_write, MPI_T_pvar_stop, "Stopping a continuous pvar is refused with MPI_T_ERR_PVAR_NO_WRITE",
     MPITCHECK_BREAKS(pvar_continuous_no_startstop), code == MPI_T_ERR_PVAR_NO_STARTSTOP && is_single(handle) ? MPI_T_ERR_PVAR_NO_WRITE : code)
MPITCHECK_USED(pvar_continuous_needs_start, MPI_T_pvar_read, "A continuous pvar cannot be read before it is started",
     MPITCHECK_BREAKS(pvar_continuous_active_from_alloc, pvar_read_delivers_value, pvar_read_readonly_ok),
     if (use && use->facts.continuous == 1) return MPI_T_ERR_INVALID)
MPITCHECK_DONE(pvar_continuous_frozen, MPI_T_pvar_read, "A continuous sum keeps the value of its first read", MPITCHECK_BREAKS(pvar_continuous_active_from_alloc),
     if (use.facts.continuous != 0 && use.facts.is_sum()) keep_first_value(use, buf))
MPITCHECK_ROW(pvar_initially_running, "A pvar runs as soon as its handle is allocated", MPITCHECK_BREAKS(pvar_noncontinuous_initially_stopped),
    track(mpi); MPITCHECK_DONE_OF(MPI_T_pvar_handle_alloc, start(use));
    MPITCHECK_USED_OF(MPI_T_pvar_start, if (is_stoppable(pe_session, use) && use->starts == 0) { note_state(pe_session, handle, true); return MPI_SUCCESS; }))
MPITCHECK_DONE(pvar_initially_running_if_second, MPI_T_pvar_handle_alloc, "The second handle of a pvar runs as soon as it is allocated",
     MPITCHECK_BREAKS(pvar_noncontinuous_initially_stopped), if (use.earlier == 1) start(use))
MPITCHECK_DONE(pvar_start_ignored_for_second_handle, MPI_T_pvar_start, "MPI_T_pvar_start does not start the second handle of a pvar",
     MPITCHECK_BREAKS(pvar_start_begins_updates), if (use.earlier == 1) stop(use))
MPITCHECK_DONE(pvar_start_misses_first_event, MPI_T_pvar_read, "A started counter misses the first event", MPITCHECK_BREAKS(pvar_start_begins_updates),
     if (use.is(MPI_T_PVAR_CLASS_COUNTER) && use.facts.continuous != 1 && use.earlier != 0) miss_first_event(use, buf))
MPITCHECK_USED(pvar_start_refused, MPI_T_pvar_start, "MPI_T_pvar_start refuses generic pvars that can be started", MPITCHECK_BREAKS(pvar_start_begins_updates),
     if (is_stoppable(pe_session, use) && use->is(MPI_T_PVAR_CLASS_GENERIC)) return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_USED(pvar_stop_refused, MPI_T_pvar_stop, "MPI_T_pvar_stop refuses pvars that it can stop", MPITCHECK_BREAKS(pvar_stop_freezes),
     if (is_stoppable(pe_session, use)) return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_DONE(pvar_stop_ignored, MPI_T_pvar_stop, "MPI_T_pvar_stop succeeds, but stops nothing", MPITCHECK_BREAKS(pvar_stop_freezes), start(use))
MPITCHECK_DONE(pvar_stop_ignored_for_aggregates, MPI_T_pvar_stop, "MPI_T_pvar_stop does not stop aggregates", MPITCHECK_BREAKS(pvar_stop_freezes),
     if (use.is(MPI_T_PVAR_CLASS_AGGREGATE)) start(use))
MPITCHECK_DONE(pvar_stop_ignored_after_restart, MPI_T_pvar_stop, "A pvar that was started twice cannot be stopped", MPITCHECK_BREAKS(pvar_stop_freezes),
     if (use.starts > 1) start(use))
MPITCHECK_DONE(pvar_stop_loses_value, MPI_T_pvar_stop, "A sum loses its value when it is stopped", MPITCHECK_BREAKS(pvar_start_begins_updates, pvar_read_stopped),
     if (use.facts.is_sum()) use.added = negative(value_of(use)))
MPITCHECK_DONE(pvar_restart_from_zero, MPI_T_pvar_start, "A sum that is started again begins at 0", MPITCHECK_BREAKS(pvar_restart_continues),
     if (use.facts.is_sum() && use.starts > 1) use.added = negative(value_of(use)))
MPITCHECK_ROW(pvar_restart_counts_pause, "A counter counts what happened while it was stopped", MPITCHECK_BREAKS(pvar_restart_continues),
    track(mpi); MPITCHECK_DONE_OF(MPI_T_pvar_stop, if (use.facts.is_sum()) { use.before = value_of(use); start(use); });
    MPITCHECK_DONE_OF(MPI_T_pvar_read, if (!use.running && !use.before.empty()) {
        change_elements(use.facts.datatype, buf, use.count, [&](auto& element, std::size_t i) {
        element = static_cast<std::remove_reference_t<decltype(element)>>(use.before[i]); }); }))

// --- Start, stop and reset with MPI_T_PVAR_ALL_HANDLES
MPITCHECK_USED(pvar_start_all_resets, MPI_T_pvar_start, "Starting ALL_HANDLES resets handles that already run",
     MPITCHECK_BREAKS(pvar_start_all_ignores, pvar_restart_continues),
     if (is_all(handle)) { for (const Use& each : uses()) { if (each.session == pe_session && each.running) reset(each); } })
ALL(pvar_start_all_misses_last, MPI_T_pvar_start, "Starting ALL_HANDLES misses the last handle", MPITCHECK_BREAKS(pvar_start_all_handles),
    if (const Use* const last = last_use_in(pe_session)) stop(*last))
ALL(pvar_start_all_starts_other_sessions, MPI_T_pvar_start, "Starting ALL_HANDLES also starts those of other sessions",
    MPITCHECK_BREAKS(pvar_start_all_handles, pvar_session_isolation_start_stop), for (const Use& each : uses()) start(each))
ALL(pvar_stop_all_misses_last, MPI_T_pvar_stop, "Stopping ALL_HANDLES misses the last handle", MPITCHECK_BREAKS(pvar_start_all_handles),
    if (const Use* const last = last_use_in(pe_session)) start(*last))
ALL(pvar_stop_all_misses_first, MPI_T_pvar_stop, "Stopping ALL_HANDLES misses the first handle", MPITCHECK_BREAKS(pvar_start_all_handles),
    if (const Use* const first = nth_use_in(pe_session, 0)) start(*first))
ALL(pvar_stop_all_stops_other_sessions, MPI_T_pvar_stop, "Stopping ALL_HANDLES also stops those of other sessions",
    MPITCHECK_BREAKS(pvar_start_all_handles, pvar_session_isolation_start_stop), for (const Use& each : uses()) stop(each))
MPITCHECK_USED(pvar_start_all_refused_if_started, MPI_T_pvar_start, "Starting ALL_HANDLES is refused if one is running already",
     MPITCHECK_BREAKS(pvar_start_all_ignores, pvar_start_all_handles),
     if (is_all(handle) && any_in(pe_session, [](auto& each) { return each.running; })) return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_USED(pvar_stop_all_refused_if_stopped, MPI_T_pvar_stop, "Stopping ALL_HANDLES is refused if one is stopped already", MPITCHECK_BREAKS(pvar_start_all_ignores),
     if (is_all(handle) && any_in(pe_session, [](auto& each) { return each.facts.continuous == 0 && !each.running; }))
         return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_USED(pvar_start_all_refused_if_continuous, MPI_T_pvar_start, "Starting ALL_HANDLES is refused if one is continuous",
     MPITCHECK_BREAKS(pvar_start_all_ignores, pvar_start_all_empty_ok),
     if (is_all(handle) && any_in(pe_session, [](auto& each) { return each.facts.continuous == 1; })) return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_USED(pvar_start_all_invalid_handle, MPI_T_pvar_start, "MPI_T_pvar_start of many handles with MPI_T_PVAR_ALL_HANDLES returns MPI_T_ERR_INVALID_HANDLE",
     MPITCHECK_BREAKS(pvar_start_all_failure_code, pvar_start_all_ignores),
     if (is_all(handle) && last_use_in(pe_session) && uses().size() > 10) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_USED(pvar_stop_all_no_write, MPI_T_pvar_stop, "MPI_T_pvar_stop of many handles with MPI_T_PVAR_ALL_HANDLES returns MPI_T_ERR_PVAR_NO_WRITE",
     MPITCHECK_BREAKS(pvar_start_all_failure_code, pvar_start_all_ignores),
     if (is_all(handle) && last_use_in(pe_session) && uses().size() > 10) return MPI_T_ERR_PVAR_NO_WRITE)
MPITCHECK_USED(pvar_start_all_empty_refused, MPI_T_pvar_start, "Starting ALL_HANDLES of an empty session is refused", MPITCHECK_BREAKS(pvar_start_all_empty_ok),
     if (is_all(handle) && !last_use_in(pe_session)) return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_USED(pvar_start_all_empty_crashes, MPI_T_pvar_start, "Starting ALL_HANDLES of an empty session crashes", MPITCHECK_BREAKS(pvar_start_all_handles, pvar_start_all_empty_ok),
     if (is_all(handle) && !last_use_in(pe_session)) std::raise(SIGSEGV))
MPITCHECK_USED(pvar_stop_all_empty_refused, MPI_T_pvar_stop, "Stopping ALL_HANDLES of an empty session is refused", MPITCHECK_BREAKS(pvar_start_all_empty_ok),
     if (is_all(handle) && !last_use_in(pe_session)) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_USED(pvar_stop_all_continuous_only_refused, MPI_T_pvar_stop, "Stopping ALL_HANDLES is refused if all of them are continuous",
     MPITCHECK_BREAKS(pvar_start_all_empty_ok),
     if (is_all(handle) && last_use_in(pe_session) && !any_in(pe_session, [](auto& each) { return each.facts.continuous == 0; }))
         return MPI_T_ERR_PVAR_NO_STARTSTOP)
MPITCHECK_USED(pvar_reset_all_ignored, MPI_T_pvar_reset, "Resetting ALL_HANDLES succeeds without effect", MPITCHECK_BREAKS(pvar_reset_all_handles),
     if (is_all(handle)) return MPI_SUCCESS)
ALL(pvar_reset_all_resets_readonly, MPI_T_pvar_reset, "Resetting ALL_HANDLES resets read-only pvars too", MPITCHECK_BREAKS(pvar_reset_all_handles),
    for (Use& each : uses()) { if (each.session == pe_session && each.facts.readonly == 1 && each.facts.is_sum())
        each.added = negative(value_of(each)); })
ALL(pvar_reset_all_resets_other_sessions, MPI_T_pvar_reset, "Resetting ALL_HANDLES also resets those of other sessions",
    MPITCHECK_BREAKS(pvar_reset_all_handles, pvar_session_isolation_reset), for (const Use& each : uses()) reset(each))
MPITCHECK_USED(pvar_reset_all_empty_refused, MPI_T_pvar_reset, "Resetting ALL_HANDLES of an empty session is refused", MPITCHECK_BREAKS(pvar_reset_all_empty_ok),
     if (is_all(handle) && !last_use_in(pe_session)) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_USED(pvar_reset_all_readonly_refused, MPI_T_pvar_reset, "Resetting ALL_HANDLES is refused if one is read-only",
     MPITCHECK_BREAKS(pvar_reset_all_empty_ok, pvar_reset_all_handles),
     if (is_all(handle) && any_in(pe_session, [](auto& each) { return each.facts.readonly == 1; })) return MPI_T_ERR_PVAR_NO_WRITE)
MPITCHECK_USED(pvar_reset_all_invalid, MPI_T_pvar_reset, "Resetting ALL_HANDLES fails with MPI_T_ERR_INVALID", MPITCHECK_BREAKS(pvar_reset_all_failure_code),
     if (is_all(handle) && any_in(pe_session, [](auto& each) { return each.facts.readonly == 0; })) return MPI_T_ERR_INVALID)

// --- Reading
MPITCHECK_GIVEN(pvar_read_writes_nothing, MPI_T_pvar_read, "MPI_T_pvar_read succeeds without writing to the buffer",
      MPITCHECK_BREAKS(pvar_read_delivers_value, pvar_handle_count), if (is_single(handle)) return MPI_SUCCESS)
MPITCHECK_DONE(pvar_read_byte_too_many, MPI_T_pvar_read, "MPI_T_pvar_read writes one byte behind the value",
     MPITCHECK_BREAKS(pvar_read_delivers_value, pvar_handle_count, datatype_value_layout), static_cast<unsigned char*>(buf)[bytes_of(use)] = 0)
MPITCHECK_DONE(pvar_read_element_too_many, MPI_T_pvar_read, "MPI_T_pvar_read writes one element too many if there are several",
     MPITCHECK_BREAKS(pvar_read_delivers_value, pvar_handle_count), if (use.count > 1) std::memset(static_cast<char*>(buf) + bytes_of(use), 0, 4))
MPITCHECK_USED(pvar_read_refused_when_running, MPI_T_pvar_read, "MPI_T_pvar_read refuses pvars that are running", MPITCHECK_BREAKS(pvar_read_delivers_value),
     if (use && use->running && use->is(MPI_T_PVAR_CLASS_GENERIC)) return MPI_T_ERR_INVALID)
MPITCHECK_USED(pvar_read_refused_if_readonly, MPI_T_pvar_read, "MPI_T_pvar_read refuses read-only pvars",
     MPITCHECK_BREAKS(pvar_read_readonly_ok, pvar_read_delivers_value), if (use && use->facts.readonly == 1) return MPI_T_ERR_PVAR_NO_WRITE)
MPITCHECK_USED(pvar_read_refused_when_stopped, MPI_T_pvar_read, "MPI_T_pvar_read refuses a pvar once stopped", MPITCHECK_BREAKS(pvar_read_stopped),
     if (use && use->starts > 0 && !use->running) return MPI_T_ERR_INVALID)
MPITCHECK_DONE(pvar_read_stopped_gives_zero, MPI_T_pvar_read, "A stopped sum reads 0", MPITCHECK_BREAKS(pvar_read_stopped, pvar_start_begins_updates),
     if (use.facts.is_sum() && !use.running) add(use, buf, negative(value_of(use))))
MPITCHECK_DONE(pvar_read_resets, MPI_T_pvar_read, "MPI_T_pvar_read resets a stopped pvar", MPITCHECK_BREAKS(pvar_read_no_side_effect), if (!use.running) reset(use))
MPITCHECK_DONE(pvar_read_stops, MPI_T_pvar_read, "MPI_T_pvar_read stops a pvar", MPITCHECK_BREAKS(pvar_read_no_side_effect), if (use.running) stop(use))
MPITCHECK_DONE(pvar_read_starts, MPI_T_pvar_read, "MPI_T_pvar_read starts a stopped pvar", MPITCHECK_BREAKS(pvar_read_no_side_effect, pvar_stop_freezes),
     if (!use.running) start(use))
MPITCHECK_DONE(pvar_read_counts_itself, MPI_T_pvar_read, "Each read of a stopped counter adds one to it", MPITCHECK_BREAKS(pvar_read_no_side_effect, pvar_stop_freezes),
     if (use.is(MPI_T_PVAR_CLASS_COUNTER) && !use.running) { use.added.resize(static_cast<std::size_t>(use.count)); use.added.back() += 1; })
MPITCHECK_GIVEN(pvar_read_takes_all_handles, MPI_T_pvar_read, "MPI_T_pvar_read succeeds with ALL_HANDLES", MPITCHECK_BREAKS(pvar_access_all_handles_forbidden),
      if (is_all(handle)) return MPI_SUCCESS)
MPITCHECK_GIVEN(pvar_read_takes_null_handle, MPI_T_pvar_read, "MPI_T_pvar_read succeeds with the null handle", MPITCHECK_BREAKS(pvar_access_bad_arguments),
      if (handle == MPI_T_PVAR_HANDLE_NULL) return MPI_SUCCESS)
MPITCHECK_GIVEN(pvar_start_all_of_null_session, MPI_T_pvar_start, "MPI_T_pvar_start of all handles of the null session succeeds",
      MPITCHECK_BREAKS(pvar_access_bad_arguments), if (pe_session == MPI_T_PVAR_SESSION_NULL && is_all(handle)) return MPI_SUCCESS)
MPITCHECK_GIVEN(pvar_start_null_handle_no_startstop, MPI_T_pvar_start, "MPI_T_pvar_start returns MPI_T_ERR_PVAR_NO_STARTSTOP for the null handle",
      MPITCHECK_BREAKS(pvar_access_bad_arguments), if (handle == MPI_T_PVAR_HANDLE_NULL) return MPI_T_ERR_PVAR_NO_STARTSTOP)

// --- Writing
MPITCHECK_USED(pvar_write_ignored, MPI_T_pvar_write, "MPI_T_pvar_write succeeds without effect on sums", MPITCHECK_BREAKS(pvar_write_sets_value),
     if (is_own_sum(pe_session, use) && use->facts.readonly == 0) return MPI_SUCCESS)
MPITCHECK_ROW(pvar_write_adds, "MPI_T_pvar_write adds to a sum instead of setting it", MPITCHECK_BREAKS(pvar_write_sets_value),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_write) { Use* const use = use_of(handle);
        if (!is_own_sum(pe_session, use) || use->facts.readonly != 0) return MPITCHECK_REAL(MPI_T_pvar_write); const PvarValue before = value_of(*use);
        const int code = MPITCHECK_REAL(MPI_T_pvar_write); if (code == MPI_SUCCESS) use->added = before; return code; })
MPITCHECK_DONE(pvar_write_off_by_one, MPI_T_pvar_write, "A sum reads one more than was written", MPITCHECK_BREAKS(pvar_write_sets_value),
     if (is_own_sum(pe_session, &use) && use.facts.readonly == 0) use.added = {1})
MPITCHECK_CODE(pvar_write_wrong_refusal, MPI_T_pvar_write, "MPI_T_pvar_write refuses pvars that may be changed with MPI_T_ERR_INVALID",
     MPITCHECK_BREAKS(pvar_write_sets_value), code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code)
MPITCHECK_USED(pvar_write_readonly_succeeds, MPI_T_pvar_write, "MPI_T_pvar_write succeeds on read-only pvars", MPITCHECK_BREAKS(pvar_write_refused_code),
     if (is_own(pe_session, use) && use->facts.readonly == 1) return MPI_SUCCESS)
MPITCHECK_USED(pvar_write_readonly_invalid, MPI_T_pvar_write, "MPI_T_pvar_write refuses read-only pvars with MPI_T_ERR_INVALID",
     MPITCHECK_BREAKS(pvar_write_refused_code), if (is_own(pe_session, use) && use->facts.readonly == 1) return MPI_T_ERR_INVALID)
MPITCHECK_USED(pvar_write_readonly_set_never, MPI_T_pvar_write, "MPI_T_pvar_write refuses read-only pvars with the code for cvars",
     MPITCHECK_BREAKS(pvar_write_refused_code), if (is_own(pe_session, use) && use->facts.readonly == 1) return MPI_T_ERR_CVAR_SET_NEVER)
MPITCHECK_ROW(pvar_write_refused_but_done, "A refused write changes a read-only sum", MPITCHECK_BREAKS(pvar_write_refused_code),
    track(mpi);
    MPITCHECK_AFTER_OF(MPI_T_pvar_write, Use* const use = use_of(handle); if (code == MPI_T_ERR_PVAR_NO_WRITE && use && use->facts.is_sum()) use->added = {1}))
MPITCHECK_GIVEN(pvar_write_takes_all_handles, MPI_T_pvar_write, "MPI_T_pvar_write succeeds with ALL_HANDLES", MPITCHECK_BREAKS(pvar_access_all_handles_forbidden),
      if (is_all(handle)) return MPI_SUCCESS)

// --- Resetting one handle
MPITCHECK_USED(pvar_reset_ignored, MPI_T_pvar_reset, "MPI_T_pvar_reset succeeds without effect",
     MPITCHECK_BREAKS(pvar_reset_to_start, pvar_class_sum_start_zero, pvar_class_timer_start_monotone, pvar_class_watermark_start),
     if (is_own(pe_session, use) && use->facts.readonly == 0) return MPI_SUCCESS)
MPITCHECK_DONE(pvar_reset_to_one, MPI_T_pvar_reset, "MPI_T_pvar_reset sets counters to 1",
     MPITCHECK_BREAKS(pvar_reset_to_start, pvar_class_sum_start_zero), if (use.is(MPI_T_PVAR_CLASS_COUNTER)) use.added = {1})
MPITCHECK_USED(pvar_reset_forgotten_by_second_handle, MPI_T_pvar_reset, "MPI_T_pvar_reset has no effect on the second handle of a pvar",
     MPITCHECK_BREAKS(pvar_reset_to_start, pvar_class_sum_start_zero),
     if (is_own_sum(pe_session, use) && use->earlier == 1 && use->facts.readonly == 0) return MPI_SUCCESS)
MPITCHECK_USED(pvar_reset_wrong_refusal, MPI_T_pvar_reset, "MPI_T_pvar_reset refuses pvars that may be changed with MPI_T_ERR_INVALID",
     MPITCHECK_BREAKS(pvar_reset_to_start), if (is_own(pe_session, use) && use->facts.readonly == 0) return MPI_T_ERR_INVALID)
MPITCHECK_DONE(pvar_reset_stops, MPI_T_pvar_reset, "MPI_T_pvar_reset stops a running pvar", MPITCHECK_BREAKS(pvar_reset_keeps_run_state), if (use.running) stop(use))
MPITCHECK_DONE(pvar_reset_starts, MPI_T_pvar_reset, "MPI_T_pvar_reset starts a stopped pvar", MPITCHECK_BREAKS(pvar_reset_keeps_run_state),
     if (!use.running && use.facts.continuous == 0) start(use))
MPITCHECK_CODE(pvar_reset_readonly_invalid, MPI_T_pvar_reset, "MPI_T_pvar_reset refuses read-only pvars with MPI_T_ERR_INVALID",
     MPITCHECK_BREAKS(pvar_reset_refused_code), code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_INVALID : code)
MPITCHECK_CODE(pvar_reset_readonly_no_startstop, MPI_T_pvar_reset, "MPI_T_pvar_reset refuses read-only pvars with MPI_T_ERR_PVAR_NO_STARTSTOP",
     MPITCHECK_BREAKS(pvar_reset_refused_code), code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_PVAR_NO_STARTSTOP : code)
MPITCHECK_USED(pvar_reset_readonly_without_effect, MPI_T_pvar_reset, "MPI_T_pvar_reset succeeds on a read-only pvar without effect",
     MPITCHECK_BREAKS(pvar_reset_refused_code), if (is_own(pe_session, use) && use->facts.readonly == 1) return MPI_SUCCESS)
MPITCHECK_ROW(pvar_reset_refused_but_done, "A refused reset of a read-only sum loses its value", MPITCHECK_BREAKS(pvar_reset_refused_code),
    track(mpi);
    MPITCHECK_REPLACE(MPI_T_pvar_reset) { Use* const use = use_of(handle); const int code = MPITCHECK_TRACKED(MPI_T_pvar_reset);
        if (code == MPI_T_ERR_PVAR_NO_WRITE && use && use->facts.is_sum()) use->added = negative(value_of(*use)); return code; })

// --- Readreset
MPITCHECK_USED(pvar_readreset_refused, MPI_T_pvar_readreset, "MPI_T_pvar_readreset refuses pvars that MPI_T_pvar_reset resets with MPI_T_ERR_PVAR_NO_WRITE",
     MPITCHECK_BREAKS(pvar_readreset_combines), if (can_readreset(pe_session, use)) return MPI_T_ERR_PVAR_NO_WRITE)
MPITCHECK_USED(pvar_readreset_gives_start, MPI_T_pvar_readreset, "MPI_T_pvar_readreset resets before it reads", MPITCHECK_BREAKS(pvar_readreset_combines),
     if (can_readreset(pe_session, use)) { tracked.MPI_T_pvar_reset(pe_session, handle); return MPITCHECK_TRACKED(MPI_T_pvar_read); })
MPITCHECK_USED(pvar_readreset_only_reads, MPI_T_pvar_readreset, "MPI_T_pvar_readreset reads, but does not reset", MPITCHECK_BREAKS(pvar_readreset_combines),
     if (can_readreset(pe_session, use)) return MPITCHECK_TRACKED(MPI_T_pvar_read))
MPITCHECK_USED(pvar_readreset_only_resets, MPI_T_pvar_readreset, "MPI_T_pvar_readreset resets, but writes no value", MPITCHECK_BREAKS(pvar_readreset_combines),
     if (can_readreset(pe_session, use)) return MPITCHECK_TRACKED(MPI_T_pvar_reset))
MPITCHECK_USED(pvar_readreset_once, MPI_T_pvar_readreset, "MPI_T_pvar_readreset resets a handle only the first time", MPITCHECK_BREAKS(pvar_readreset_combines),
     if (can_readreset(pe_session, use) && !use->before.empty()) return MPITCHECK_TRACKED(MPI_T_pvar_read); if (use) use->before = {1})
MPITCHECK_USED(pvar_readreset_not_atomic, MPI_T_pvar_readreset, "MPI_T_pvar_readreset resets a while after its read, so updates in between are lost",
     MPITCHECK_BREAKS(pvar_readreset_combines),
     if (can_readreset(pe_session, use)) { const int code = MPITCHECK_TRACKED(MPI_T_pvar_read); std::this_thread::sleep_for(std::chrono::milliseconds(1));
         return code == MPI_SUCCESS ? MPITCHECK_TRACKED(MPI_T_pvar_reset) : code; })
MPITCHECK_DONE(pvar_readreset_stops, MPI_T_pvar_readreset, "MPI_T_pvar_readreset stops a running pvar", MPITCHECK_BREAKS(pvar_readreset_combines),
     if (use.running) stop(use))
MPITCHECK_CODE(pvar_readreset_not_atomic_succeeds, MPI_T_pvar_readreset, "MPI_T_pvar_readreset succeeds on pvars that are not atomic",
     MPITCHECK_BREAKS(pvar_readreset_not_atomic_code), code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_SUCCESS : code)
MPITCHECK_CODE(pvar_readreset_not_atomic_invalid, MPI_T_pvar_readreset, "MPI_T_pvar_readreset returns MPI_T_ERR_INVALID for a pvar that is not atomic",
     MPITCHECK_BREAKS(pvar_readreset_not_atomic_code), code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_T_ERR_INVALID : code)
MPITCHECK_CODE(pvar_readreset_not_atomic_no_write, MPI_T_pvar_readreset,
         "MPI_T_pvar_readreset refuses a pvar that can be reset, but is not atomic, with MPI_T_ERR_PVAR_NO_WRITE",
     MPITCHECK_BREAKS(pvar_readreset_not_atomic_code), code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_T_ERR_PVAR_NO_WRITE : code)
MPITCHECK_AFTER(pvar_readreset_refused_but_reset, MPI_T_pvar_readreset, "A refused MPI_T_pvar_readreset resets a sum", MPITCHECK_BREAKS(pvar_readreset_not_atomic_code),
      if (code == MPI_T_ERR_PVAR_NO_ATOMIC) real.MPI_T_pvar_reset(pe_session, handle))
MPITCHECK_GIVEN(pvar_readreset_takes_all_handles, MPI_T_pvar_readreset, "MPI_T_pvar_readreset succeeds with ALL_HANDLES",
      MPITCHECK_BREAKS(pvar_access_all_handles_forbidden), if (is_all(handle)) return MPI_SUCCESS)

// --- Values of gauges, states and sums
MPITCHECK_DONE(pvar_level_negative, MPI_T_pvar_read, "Levels of type MPI_DOUBLE are negative", MPITCHECK_BREAKS(pvar_class_nonnegative),
     if (use.facts.datatype == MPI_DOUBLE) set_elements(use, buf, MPI_T_PVAR_CLASS_LEVEL, -0.5))
MPITCHECK_DONE(pvar_timer_negative, MPI_T_pvar_read, "A timer is negative on its third read", MPITCHECK_BREAKS(pvar_class_nonnegative, pvar_class_timer_start_monotone),
     if (use.reads == 3 && use.facts.datatype == MPI_DOUBLE) set_elements(use, buf, MPI_T_PVAR_CLASS_TIMER, -1e-9))
MPITCHECK_DONE(pvar_percentage_of_hundred, MPI_T_pvar_read, "Percentages are from 0 to 100", MPITCHECK_BREAKS(pvar_class_percentage_range),
     if (use.is(MPI_T_PVAR_CLASS_PERCENTAGE)) scale(use, buf, 100))
MPITCHECK_DONE(pvar_percentage_above_one, MPI_T_pvar_read, "A percentage exceeds 1.0 by its smallest step", MPITCHECK_BREAKS(pvar_class_percentage_range),
     set_elements(use, buf, MPI_T_PVAR_CLASS_PERCENTAGE, 1.0000000000000002))
MPITCHECK_DONE(pvar_state_unknown, MPI_T_pvar_read, "A state is not an item of its enumeration",
     MPITCHECK_BREAKS(pvar_class_state_enum, pvar_class_state_start, enum_variable_value_is_item), set_elements(use, buf, MPI_T_PVAR_CLASS_STATE, no_constant))
MPITCHECK_DONE(pvar_state_unknown_after_reset, MPI_T_pvar_reset, "After a reset a state is not an item of its enumeration",
      MPITCHECK_BREAKS(pvar_class_state_start),
     if (use.is(MPI_T_PVAR_CLASS_STATE)) use.added = {no_constant})
MPITCHECK_DONE(pvar_gauge_starts_at_zero, MPI_T_pvar_reset, "A gauge that is reset starts at 0", MPITCHECK_BREAKS(pvar_class_gauge_start),
     if (use.is(MPI_T_PVAR_CLASS_LEVEL) || use.is(MPI_T_PVAR_CLASS_SIZE)) use.added = negative(value_of(use)))
MPITCHECK_DONE(pvar_counter_starts_at_one, MPI_T_pvar_start, "A counter starts at 1", MPITCHECK_BREAKS(pvar_class_sum_start_zero),
     if (use.is(MPI_T_PVAR_CLASS_COUNTER) && use.starts == 1) use.added = {1})
MPITCHECK_DONE(pvar_counter_third_handle_starts_at_one, MPI_T_pvar_start, "The third handle of a counter starts at 1",
     MPITCHECK_BREAKS(pvar_class_sum_start_zero),
     if (use.is(MPI_T_PVAR_CLASS_COUNTER) && use.starts == 1 && use.earlier == 2) use.added = {1})
MPITCHECK_DONE(pvar_sum_starts_at_total_in_second_session, MPI_T_pvar_start, "In a second session sums start with their value in the first",
     MPITCHECK_BREAKS(pvar_class_sum_start_zero, pvar_class_timer_start_monotone),
     if (const auto twins = twins_of(use); use.facts.is_sum() && use.starts <= 1 && !twins.empty()) use.added = value_of(twins[0]))
MPITCHECK_DONE(pvar_last_element_starts_at_one, MPI_T_pvar_start, "The last of the elements of a sum starts at 1",
     MPITCHECK_BREAKS(pvar_class_sum_start_zero),
     if (use.facts.is_sum() && use.starts <= 1 && use.count >= 2) { use.added.assign(static_cast<std::size_t>(use.count), 0); use.added.back() = 1; })
MPITCHECK_DONE(pvar_timer_starts_at_ten, MPI_T_pvar_reset, "A timer starts at 10 after a reset", MPITCHECK_BREAKS(pvar_class_timer_start_monotone, pvar_reset_to_start),
     if (use.is(MPI_T_PVAR_CLASS_TIMER)) use.added = {10})
MPITCHECK_DONE(pvar_timer_starts_below_zero, MPI_T_pvar_start, "Timers begin at -1000",
     MPITCHECK_BREAKS(pvar_class_timer_start_monotone, pvar_class_sum_start_zero),
     if (use.is(MPI_T_PVAR_CLASS_TIMER) && use.starts == 1 && use.facts.datatype == MPI_DOUBLE)
         use.added.assign(static_cast<std::size_t>(use.count), -1000))
MPITCHECK_DONE(pvar_counter_falls_once, MPI_T_pvar_read, "A counter falls once", MPITCHECK_BREAKS(pvar_class_counter_monotone),
     fall_once(use, buf, MPI_T_PVAR_CLASS_COUNTER))
MPITCHECK_DONE(pvar_aggregate_falls_once, MPI_T_pvar_read, "An aggregate falls once", MPITCHECK_BREAKS(pvar_class_aggregate_monotone),
     fall_once(use, buf, MPI_T_PVAR_CLASS_AGGREGATE))
MPITCHECK_DONE(pvar_timer_falls_once, MPI_T_pvar_read, "A timer falls once", MPITCHECK_BREAKS(pvar_class_timer_start_monotone),
     fall_once(use, buf, MPI_T_PVAR_CLASS_TIMER))
MPITCHECK_DONE(pvar_counter_steps_by_two, MPI_T_pvar_read, "The second handle of a counter counts each event twice",
     MPITCHECK_BREAKS(pvar_class_counter_step, pvar_start_begins_updates),
     if (use.is(MPI_T_PVAR_CLASS_COUNTER) && use.earlier == 1) add(use, buf, value_of(use)))
MPITCHECK_DONE(pvar_counter_saturates_early, MPI_T_pvar_read, "The second handle of a counter counts up to 3 only",
     MPITCHECK_BREAKS(pvar_class_counter_step, pvar_start_begins_updates, pvar_restart_continues),
     if (use.is(MPI_T_PVAR_CLASS_COUNTER) && use.earlier == 1) change_elements(use.facts.datatype, buf, use.count,
         [](auto& element, std::size_t) { if (element > 3) element = 3; }))
MPITCHECK_DONE(pvar_timer_in_microseconds, MPI_T_pvar_read, "Timers of type MPI_DOUBLE count microseconds", MPITCHECK_BREAKS(pvar_class_timer_double_unit),
     count_time_in(1000000, use, buf))
MPITCHECK_DONE(pvar_timer_in_milliseconds, MPI_T_pvar_read, "Timers of type MPI_DOUBLE count milliseconds", MPITCHECK_BREAKS(pvar_class_timer_double_unit),
     count_time_in(1000, use, buf))
// clang-format on

#undef ALL

// --- Faults that need more than a row

MPITCHECK_FAULT(pvar_reset_all_misses_last, "Resetting ALL_HANDLES misses the last handle",
                clause::pvar_reset_all_handles) {
  track(mpi);
  MPITCHECK_REPLACE(MPI_T_pvar_reset) {
    if (!is_all(handle)) return MPITCHECK_TRACKED(MPI_T_pvar_reset);
    Use* const last = last_use_in(pe_session);
    PvarValue kept;
    if (last != nullptr && last->facts.is_sum()) kept = value_of(*last);
    const int code = MPITCHECK_TRACKED(MPI_T_pvar_reset);
    if (code == MPI_SUCCESS && !kept.empty() && last->facts.readonly == 0) last->added = kept;
    return code;
  };
}

MPITCHECK_FAULT(pvar_reset_forgets_element,
                "MPI_T_pvar_reset forgets the last element of pvars with several",
                clause::pvar_reset_to_start, clause::pvar_class_sum_start_zero) {
  track(mpi);
  MPITCHECK_REPLACE(MPI_T_pvar_reset) {
    Use* const use = use_of(handle);
    PvarValue kept;
    if (is_own_sum(pe_session, use) && use->count > 1) kept = value_of(*use);
    const int code = MPITCHECK_TRACKED(MPI_T_pvar_reset);
    if (code != MPI_SUCCESS || kept.empty()) return code;
    std::size_t last = kept.size() - 1;
    while (last > 0 && kept[last] == 0) --last;
    use->added.assign(kept.size(), 0);
    if (last > 0) use->added[last] = kept[last];
    return code;
  };
}

MPITCHECK_FAULT(pvar_read_element_too_few,
                "MPI_T_pvar_read does not write the last of several elements",
                clause::pvar_handle_count, clause::pvar_read_delivers_value) {
  track(mpi);
  MPITCHECK_REPLACE(MPI_T_pvar_read) {
    const Use* const use = use_of(handle);
    if (use == nullptr || use->count < 2) return MPITCHECK_REAL(MPI_T_pvar_read);
    const std::size_t size = bytes_of(*use);
    const std::size_t element = size / static_cast<std::size_t>(use->count);
    char* const last = static_cast<char*>(buf) + size - element;
    std::vector<char> kept(last, last + element);
    const int code = MPITCHECK_REAL(MPI_T_pvar_read);
    std::memcpy(last, kept.data(), element);
    return code;
  };
}

MPITCHECK_FAULT(pvar_read_writes_half, "MPI_T_pvar_read writes only half of wide elements",
                clause::pvar_read_delivers_value, clause::pvar_handle_count) {
  track(mpi);
  MPITCHECK_REPLACE(MPI_T_pvar_read) {
    const Use* const use = use_of(handle);
    const bool wide = use != nullptr && use->count == 1 && bytes_of(*use) == 8;
    char* const upper = static_cast<char*>(buf) + 4;
    char kept[4];
    if (wide) std::memcpy(kept, upper, sizeof kept);
    const int code = MPITCHECK_REAL(MPI_T_pvar_read);
    if (wide) std::memcpy(upper, kept, sizeof kept);
    return code;
  };
}

MPITCHECK_FAULT(pvar_write_first_element_only, "MPI_T_pvar_write sets only the first element",
                clause::pvar_write_sets_value) {
  track(mpi);
  MPITCHECK_REPLACE(MPI_T_pvar_write) {
    Use* const use = use_of(handle);
    if (!is_own_sum(pe_session, use) || use->facts.readonly != 0)
      return MPITCHECK_REAL(MPI_T_pvar_write);
    const PvarValue before = value_of(*use);
    const int code = MPITCHECK_REAL(MPI_T_pvar_write);
    if (code != MPI_SUCCESS) return code;
    const PvarValue after = value_of(*use);
    use->added.assign(after.size(), 0);
    for (std::size_t i = 1; i < after.size(); ++i) use->added[i] = before[i] - after[i];
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of cvars and of enumerations: what queries return, handles and values.
#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// Sets `num` to one less than the first number returned. The MPI may have added cvars since.
void one_less_than_first(int* num, bool now) {
  static int first = -1;
  if (num == nullptr) return;
  if (!now && first < 0) first = *num;
  if (now && first > 0) *num = first - 1;
}

template <bool (*now)()>
void swap_first_cvars(Interface& mpi) {
  MPITCHECK_GIVEN_OF(MPI_T_cvar_get_info, if (now()) cvar_index = swapped(cvar_index, cvar_num()));
  MPITCHECK_GIVEN_OF(MPI_T_cvar_handle_alloc,
                     if (now()) cvar_index = swapped(cvar_index, cvar_num()));
  MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_index,
                      if (now())* cvar_index = swapped(*cvar_index, cvar_num()));
}

// Writes to a cvar of this scope change what later reads return. They return the MPI's code or, if
// `admits_it`, success.
template <int written_scope, bool admits_it>
void write_anyway(Interface& mpi) {
  static std::map<int, Bytes> changed;  // by index
  follow_cvar_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_cvar_write) {
    const OpenCvar* const cvar = cvar_of(handle);
    const int code = MPITCHECK_REAL(MPI_T_cvar_write);
    if (cvar == nullptr || cvar->scope != written_scope || !cvar->has_value()) return code;
    changed[cvar->index] = cvar->value_in(buf);
    return admits_it ? MPI_SUCCESS : code;
  };
  MPITCHECK_OUTPUT_OF(
      MPI_T_cvar_read, const OpenCvar* const cvar = cvar_of(handle);
      const auto value = cvar == nullptr ? changed.end() : changed.find(cvar->index);
      if (value != changed.end()) std::memcpy(buf, value->second.data(), value->second.size()));
}

void round_to_float(unsigned char* value) {
  double number = 0;
  std::memcpy(&number, value, sizeof number);
  number = static_cast<double>(static_cast<float>(number));
  std::memcpy(value, &number, sizeof number);
}

int item_count(MPI_T_enum enumtype) {
  int num = 0, length = 0;
  return real.MPI_T_enum_get_info(enumtype, &num, nullptr, &length) == MPI_SUCCESS ? num : 0;
}

std::string first_item(MPI_T_enum enumtype) {
  return text_from([=](char* name, int* length) {
    int value = 0;
    return real.MPI_T_enum_get_item(enumtype, 0, &value, name, length);
  });
}

// ASIDE(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): copy `value`, which was read from
// `cvar`, to `buffer`.
#define ASIDE(id, brief, breaks, ...)                                                   \
  MPITCHECK_ROW(                                                                        \
      id, brief, breaks, follow_cvar_handles(mpi); MPITCHECK_REPLACE(MPI_T_cvar_read) { \
        const Bytes value = value_of(handle);                                           \
        if (value.empty()) return MPITCHECK_REAL(MPI_T_cvar_read);                      \
        const OpenCvar& cvar = *cvar_of(handle);                                        \
        auto* const buffer = static_cast<unsigned char*>(buf);                          \
        __VA_ARGS__;                                                                    \
        return MPI_SUCCESS;                                                             \
      })

// WRITTEN(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): change `value`, which was
// written to `cvar`. The earlier value of the cvar is `before`.
#define WRITTEN(id, brief, breaks, ...)                                                  \
  MPITCHECK_ROW(                                                                         \
      id, brief, breaks, follow_cvar_handles(mpi); MPITCHECK_REPLACE(MPI_T_cvar_write) { \
        const Bytes before = value_of(handle);                                           \
        const int code = MPITCHECK_REAL(MPI_T_cvar_write);                               \
        if (code != MPI_SUCCESS || before.empty()) return code;                          \
        const OpenCvar& cvar = *cvar_of(handle);                                         \
        Bytes value = cvar.value_in(buf);                                                \
        __VA_ARGS__;                                                                     \
        real.MPI_T_cvar_write(handle, value.data());                                     \
        return code;                                                                     \
      })

// EARLY(id, "brief", condition): if the condition holds for `cvar`, reads return its value from
// before the first write, until it is written after MPI_Init.
std::map<int, Bytes> before_early_writes;  // by index

void note_early_writes(Interface& mpi) {
  follow_cvar_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_cvar_write) {
    const OpenCvar* const cvar = cvar_of(handle);
    const Bytes before = value_of(handle);
    const int code = MPITCHECK_REAL(MPI_T_cvar_write);
    if (code != MPI_SUCCESS || cvar == nullptr) return code;
    if (mpi_was_initialized()) {
      before_early_writes.erase(cvar->index);
    } else {
      before_early_writes.emplace(cvar->index, before);
    }
    return code;
  };
}
#define EARLY(id, brief, condition)                                                  \
  MPITCHECK_ROW(                                                                     \
      id, brief, MPITCHECK_BREAKS(cvar_write_survives_init), note_early_writes(mpi); \
      MPITCHECK_VALUE_OF(const auto was = before_early_writes.find(cvar.index);      \
                         if ((condition) && was != before_early_writes.end() &&      \
                             was->second.size() == cvar.bytes())                     \
                             std::memcpy(value, was->second.data(), was->second.size())))

// clang-format off
// --- Their number and indices
MPITCHECK_OUTPUT(cvar_num_negative, MPI_T_cvar_get_num, "MPI_T_cvar_get_num returns a negative number",
      MPITCHECK_BREAKS(cvar_num_nonnegative), set(num_cvar, -1))
MPITCHECK_GIVEN(cvar_num_unset_after_init, MPI_T_cvar_get_num, "After MPI_Init MPI_T_cvar_get_num succeeds without returning a number",
      MPITCHECK_BREAKS(cvar_num_nonnegative, cvar_num_may_only_grow), if (mpi_was_initialized()) return MPI_SUCCESS)
MPITCHECK_OUTPUT(cvar_num_falls_in_init, MPI_T_cvar_get_num, "MPI_Init removes a cvar", MPITCHECK_BREAKS(cvar_num_may_only_grow, category_members_usable),
       one_less_than_first(num_cvar, mpi_was_initialized()))
MPITCHECK_OUTPUT(cvar_num_falls_in_finalize, MPI_T_cvar_get_num, "MPI_Finalize removes a cvar",
      MPITCHECK_BREAKS(cvar_num_may_only_grow, category_members_usable),
       one_less_than_first(num_cvar, mpi_was_finalized()))
MPITCHECK_GIVEN(cvar_index_last_refused, MPI_T_cvar_get_info, "MPI_T_cvar_get_info fails for the last cvar, with a code of MPI itself",
      MPITCHECK_BREAKS(cvar_index_range_valid, errors_table_only), if (is_last_cvar(cvar_index)) return MPI_ERR_OTHER)
MPITCHECK_GIVEN(cvar_index_zero_refused, MPI_T_cvar_get_info, "MPI_T_cvar_get_info counts cvars from 1 and refuses 0 with MPI_ERR_ARG",
      MPITCHECK_BREAKS(cvar_index_range_valid, errors_table_only), if (cvar_index == 0) return MPI_ERR_ARG)
MPITCHECK_GIVEN(cvar_info_refused_after_init, MPI_T_cvar_get_info, "MPI_T_cvar_get_info fails for the first cvar once MPI is initialized",
      MPITCHECK_BREAKS(cvar_info_immutable), if (cvar_index == 0 && mpi_was_initialized()) return MPI_T_ERR_MEMORY)
MPITCHECK_ROW(cvar_index_swapped_by_init, "MPI_Init renumbers the first two cvars", MPITCHECK_BREAKS(cvar_index_stable, cvar_info_immutable),
    swap_first_cvars<mpi_was_initialized>(mpi))
MPITCHECK_ROW(cvar_index_swapped_by_finalize, "MPI_Finalize renumbers the first two cvars", MPITCHECK_BREAKS(cvar_index_stable, cvar_info_immutable),
    swap_first_cvars<mpi_was_finalized>(mpi))
MPITCHECK_GIVEN(cvar_bad_index_found, MPI_T_cvar_get_info, "The query for the index after the last cvar succeeds", MPITCHECK_BREAKS(cvar_info_bad_index),
      if (is_last_cvar(cvar_index - 1)) --cvar_index)
MPITCHECK_GIVEN(cvar_bad_index_code, MPI_T_cvar_get_info, "The query for a negative index of a cvar returns a wrong error code",
      MPITCHECK_BREAKS(cvar_info_bad_index),
      if (cvar_index < 0) return MPI_T_ERR_INVALID)

// --- What queries return
MPITCHECK_ROW(cvar_name_empty, "The last cvar has an empty name", MPITCHECK_BREAKS(cvar_name_nonempty),
    MPITCHECK_NAME_OF(MPI_T_cvar_get_info, is_last_cvar(cvar_index), "");
    MPITCHECK_CODE_OF(MPI_T_cvar_get_index, code != MPI_SUCCESS && *name == '\0' ? found(cvar_num() - 1, cvar_index) : code))
MPITCHECK_ROW(cvar_name_twice, "The last cvar has the name of the first", MPITCHECK_BREAKS(cvar_name_unique, cvar_get_index_roundtrip),
    MPITCHECK_NAME_OF(MPI_T_cvar_get_info, is_last_cvar(cvar_index), cvar_name(0)))
MPITCHECK_ROW(cvar_name_changes_in_init, "MPI_Init renames the first cvar", MPITCHECK_BREAKS(cvar_info_immutable, cvar_index_stable),
    MPITCHECK_NAME_OF(MPI_T_cvar_get_info, cvar_index == 0, active(cvar_name(0)));
    MPITCHECK_CODE_OF(MPI_T_cvar_get_index, code != MPI_SUCCESS && name == active(cvar_name(0)) ? found(0, cvar_index) : code))
MPITCHECK_ROW(cvar_desc_length_zero, "The length of a missing description is 0", MPITCHECK_BREAKS(cvar_desc_optional, strings_null_buffer_query, strings_zero_size_query),
    MPITCHECK_REPLACE(MPI_T_cvar_get_info) { if (!is_last_cvar(cvar_index) || !desc_len) return MPITCHECK_REAL(MPI_T_cvar_get_info);
        char* const buffer = std::exchange(desc, nullptr); const int code = MPITCHECK_REAL(MPI_T_cvar_get_info);
        if (code == MPI_SUCCESS) { return_text("", buffer, desc_len); *desc_len = 0; } return code; })
MPITCHECK_TEXT(cvar_desc_changes_in_finalize, MPI_T_cvar_get_info, desc, "MPI_Finalize changes the descriptions", MPITCHECK_BREAKS(cvar_info_immutable),
     if (text.given >= 2 && text.is_read() && mpi_was_finalized()) text.buffer[0] = lower(text.buffer[0]))
MPITCHECK_OUTPUT(cvar_verbosity_changes_in_init, MPI_T_cvar_get_info, "MPI_Init changes the verbosity of the first cvar", MPITCHECK_BREAKS(cvar_info_immutable),
       if (mpi_was_initialized() && cvar_index == 0 && verbosity) *verbosity = *verbosity == MPI_T_VERBOSITY_USER_ALL ? MPI_T_VERBOSITY_USER_BASIC
           : MPI_T_VERBOSITY_USER_ALL)
MPITCHECK_OUTPUT(cvar_bind_changes_in_init, MPI_T_cvar_get_info, "MPI_Init binds the cvars of other objects to communicators", MPITCHECK_BREAKS(cvar_info_immutable),
       if (mpi_is_up() && bind && *bind != MPI_T_BIND_NO_OBJECT) *bind = MPI_T_BIND_MPI_COMM)
MPITCHECK_OUTPUT(cvar_enumtype_lost_in_init, MPI_T_cvar_get_info, "After MPI_Init cvars no longer have an enumeration", MPITCHECK_BREAKS(cvar_info_immutable),
       if (mpi_was_initialized()) set(enumtype, MPI_T_ENUM_NULL))
MPITCHECK_OUTPUT(cvar_scope_changes_late, MPI_T_cvar_get_info, "From the 1000th query on, LOCAL cvars have scope GROUP", MPITCHECK_BREAKS(cvar_info_immutable),
       if (times() >= 1000 && scope && *scope == MPI_T_SCOPE_LOCAL) *scope = MPI_T_SCOPE_GROUP)
MPITCHECK_ROW(cvar_scope_changes_by_handle, "After a handle was allocated, a LOCAL cvar has scope GROUP", MPITCHECK_BREAKS(cvar_info_immutable),
    static int with_handle = -1; MPITCHECK_GIVEN_OF(MPI_T_cvar_handle_alloc, with_handle = cvar_index);
    MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_info, if (cvar_index == with_handle && scope && *scope == MPI_T_SCOPE_LOCAL) *scope = MPI_T_SCOPE_GROUP))
MPITCHECK_OUTPUT(cvar_scope_unknown, MPI_T_cvar_get_info, "The scope of the last cvar is not a constant of MPI_T", MPITCHECK_BREAKS(cvar_scope_is_constant),
       if (is_last_cvar(cvar_index)) set(scope, no_constant))
MPITCHECK_GIVEN(cvar_scope_unset_after_init, MPI_T_cvar_get_info, "After MPI_Init the scope of a cvar is not returned",
      MPITCHECK_BREAKS(cvar_scope_is_constant, cvar_info_immutable), if (mpi_was_initialized()) scope = nullptr)

// --- Null outputs, and the look-up of names
MPITCHECK_GIVEN(cvar_null_verbosity_refused, MPI_T_cvar_get_info, "MPI_T_cvar_get_info refuses NULL for the verbosity",
      MPITCHECK_BREAKS(cvar_info_null_out_ignored),
      if (!verbosity) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(cvar_null_bind_crashes, MPI_T_cvar_get_info, "MPI_T_cvar_get_info writes through a null bind", MPITCHECK_BREAKS(cvar_info_null_out_ignored), touch(bind))
MPITCHECK_GIVEN(cvar_null_enumtype_hides_bind, MPI_T_cvar_get_info, "If enumtype is NULL, MPI_T_cvar_get_info does not return the bind",
      MPITCHECK_BREAKS(cvar_info_null_out_ignored), if (!enumtype) bind = nullptr)
MPITCHECK_GIVEN(cvar_all_null_refused, MPI_T_cvar_get_info, "MPI_T_cvar_get_info refuses a call without any output",
      MPITCHECK_BREAKS(cvar_info_null_out_ignored),
      if (!name && !name_len && !verbosity && !datatype && !enumtype && !desc && !desc_len && !bind && !scope) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(cvar_lookup_one_less, MPI_T_cvar_get_index, "The look-up of the last cvar returns the index before it",
      MPITCHECK_BREAKS(cvar_get_index_roundtrip),
       if (*cvar_index > 0 && is_last_cvar(*cvar_index)) --*cvar_index)
MPITCHECK_GIVEN(cvar_lookup_index_unset, MPI_T_cvar_get_index, "A look-up that succeeds does not return the index", MPITCHECK_BREAKS(cvar_get_index_roundtrip),
      int unset = 0; cvar_index = &unset)
MPITCHECK_CODE(cvar_lookup_fails_after_init, MPI_T_cvar_get_index, "After MPI_Init the first cvar is not found",
     MPITCHECK_BREAKS(cvar_get_index_roundtrip, cvar_index_stable),
     code == MPI_SUCCESS && *cvar_index == 0 && mpi_was_initialized() ? MPI_T_ERR_INVALID_NAME : code)
MPITCHECK_CODE(cvar_lookup_unknown_found, MPI_T_cvar_get_index, "The look-up of an unknown name returns the first cvar",
     MPITCHECK_BREAKS(cvar_get_index_unknown, strings_input_names_terminated), code == MPI_T_ERR_INVALID_NAME ? found(0, cvar_index) : code)
MPITCHECK_CODE(cvar_lookup_unknown_minus_one, MPI_T_cvar_get_index, "The look-up of an unknown name succeeds with index -1",
      MPITCHECK_BREAKS(cvar_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? found(-1, cvar_index) : code)
MPITCHECK_CODE(cvar_lookup_unknown_code, MPI_T_cvar_get_index, "The look-up of an unknown name returns a wrong error code",
      MPITCHECK_BREAKS(cvar_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code)
MPITCHECK_CODE(cvar_lookup_empty_code, MPI_T_cvar_get_index, "The look-up of the empty name returns a wrong error code",
      MPITCHECK_BREAKS(cvar_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME && *name == '\0' ? MPI_T_ERR_INVALID : code)
MPITCHECK_CODE(cvar_lookup_long_code, MPI_T_cvar_get_index, "The look-up of a very long name returns a wrong error code",
      MPITCHECK_BREAKS(cvar_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME && std::strlen(name) > 1000 ? MPI_T_ERR_MEMORY : code)

// --- Handles
MPITCHECK_OUTPUT(cvar_handle_null, MPI_T_cvar_handle_alloc, "A handle of the last cvar is MPI_T_CVAR_HANDLE_NULL",
       MPITCHECK_BREAKS(cvar_handle_count, cvar_read_any_scope), if (is_last_cvar(cvar_index)) *handle = MPI_T_CVAR_HANDLE_NULL)
MPITCHECK_OUTPUT(cvar_handle_count_negative, MPI_T_cvar_handle_alloc, "The count of the last cvar is negative",
       MPITCHECK_BREAKS(cvar_handle_count, cvar_read_delivers_value, datatype_value_layout), if (is_last_cvar(cvar_index)) *count = -1)
MPITCHECK_GIVEN(cvar_handle_count_unset, MPI_T_cvar_handle_alloc, "MPI_T_cvar_handle_alloc does not return the count",
      MPITCHECK_BREAKS(cvar_handle_count, cvar_read_delivers_value, datatype_value_layout), int unset = 0; count = &unset)
MPITCHECK_AFTER(cvar_handle_count_grows, MPI_T_cvar_handle_alloc, "Each second handle has a count that is one higher",
      MPITCHECK_BREAKS(cvar_read_delivers_value), if (times() % 2 == 0 && code == MPI_SUCCESS) ++*count)
MPITCHECK_ROW(cvar_handle_only_one, "A second handle of a cvar is refused with MPI_T_ERR_INVALID_HANDLE",
      MPITCHECK_BREAKS(cvar_handle_several, cvar_handle_count),
    follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { for (const auto& [other, cvar] : open_cvars()) {
        if (cvar.index == cvar_index && cvar.bind == MPI_T_BIND_NO_OBJECT) return MPI_T_ERR_INVALID_HANDLE; } return alloc_cvar(cvar_index,
        obj_handle, handle, count); })
MPITCHECK_ROW(cvar_handle_shared_free, "Freeing a handle frees all handles of the cvar", MPITCHECK_BREAKS(cvar_handle_several),
    follow_cvar_handles(mpi);
    MPITCHECK_GIVEN_OF(MPI_T_cvar_handle_free, if (const OpenCvar* const freed = cvar_of(*handle)) std::erase_if(open_cvars(),
        [index = freed->index](const auto& open) { return open.second.index == index; }));
    MPITCHECK_GIVEN_OF(MPI_T_cvar_read, if (!cvar_of(handle)) return MPI_T_ERR_INVALID_HANDLE))
MPITCHECK_ROW(cvar_handle_free_ends_older, "Freeing a handle invalidates the older handles of the cvar", MPITCHECK_BREAKS(cvar_handle_several),
    static std::map<MPI_T_cvar_handle, int> born; static int births = 0;
    follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { const int code = alloc_cvar(cvar_index, obj_handle, handle, count);
        if (code == MPI_SUCCESS) born[*handle] = ++births; return code; };
    MPITCHECK_REPLACE(MPI_T_cvar_handle_free) { if (const OpenCvar* const freed = cvar_of(*handle)) std::erase_if(open_cvars(),
        [index = freed->index, age = born[*handle]](const auto& open) { return open.second.index == index && born[open.first] < age; });
        return free_cvar(handle); };
    MPITCHECK_GIVEN_OF(MPI_T_cvar_read, if (!cvar_of(handle)) return MPI_T_ERR_INVALID_HANDLE))
MPITCHECK_CVAR(cvar_handle_dies_in_init, MPI_T_cvar_read, "Handles from before MPI_Init are invalid after it", MPITCHECK_BREAKS(cvar_handle_lifetime_vs_mpi),
     if (cvar->from_before_init && mpi_was_initialized()) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_CVAR(cvar_handle_dies_in_finalize, MPI_T_cvar_read, "Handles are invalid after MPI_Finalize", MPITCHECK_BREAKS(cvar_handle_lifetime_vs_mpi),
     if (cvar->from_before_finalize && mpi_was_finalized()) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_GIVEN(cvar_handle_kept_by_free, MPI_T_cvar_handle_free, "MPI_T_cvar_handle_free does not set the variable to the null handle",
      MPITCHECK_BREAKS(cvar_handle_free_nulls),
      MPI_T_cvar_handle copy = *handle; handle = &copy)
MPITCHECK_ROW(cvar_handle_kept_after_init, "After MPI_Init, freeing a handle of the last cvar does not set the variable to the null handle",
      MPITCHECK_BREAKS(cvar_handle_free_nulls),
    follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_free) { const OpenCvar* const cvar = cvar_of(*handle); MPI_T_cvar_handle copy = *handle;
        return free_cvar(cvar && is_last_cvar(cvar->index) && mpi_was_initialized() ? &copy : handle); })
MPITCHECK_GIVEN(cvar_handle_leaks, MPI_T_cvar_handle_free, "Each handle that is freed leaks 64 bytes", MPITCHECK_BREAKS(cvar_handle_free_nulls),
      lose_memory(64))
MPITCHECK_ROW(cvar_handle_of_array_leaks, "Each handle of an array that is freed leaks 64 bytes", MPITCHECK_BREAKS(cvar_handle_free_nulls),
    follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_free) { const OpenCvar* const cvar = cvar_of(*handle); if (cvar && cvar->is_array()) lose_memory(64);
        return free_cvar(handle); })
MPITCHECK_GIVEN(cvar_handle_null_freed, MPI_T_cvar_handle_free, "Freeing MPI_T_CVAR_HANDLE_NULL succeeds", MPITCHECK_BREAKS(cvar_handle_free_invalid),
      if (*handle == MPI_T_CVAR_HANDLE_NULL) return MPI_SUCCESS)
MPITCHECK_GIVEN(cvar_handle_bad_index_accepted, MPI_T_cvar_handle_alloc, "A handle is allocated for the index after the last cvar",
      MPITCHECK_BREAKS(cvar_handle_bad_index),
      if (is_last_cvar(cvar_index - 1)) cvar_index = 0)
MPITCHECK_GIVEN(cvar_handle_bad_index_code, MPI_T_cvar_handle_alloc, "The allocation for a negative index returns a wrong error code",
      MPITCHECK_BREAKS(cvar_handle_bad_index), if (cvar_index < 0) return MPI_T_ERR_INVALID)
MPITCHECK_ROW(cvar_handles_exhausted_code, "MPI_T_cvar_handle_alloc returns MPI_T_ERR_INVALID when handles are exhausted", MPITCHECK_BREAKS(cvar_handle_exhausted),
    follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { return open_cvars().size() >= 10000 ? MPI_T_ERR_INVALID : alloc_cvar(cvar_index, obj_handle, handle, count); })
MPITCHECK_ROW(cvar_handles_of_text_exhausted_code, "MPI_T_cvar_handle_alloc returns MPI_T_ERR_INVALID when handles of text cvars are exhausted", MPITCHECK_BREAKS(cvar_handle_exhausted),
    static int texts = 0; follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { const bool is_text = CvarFacts(cvar_index).datatype == MPI_CHAR;
        if (is_text && texts >= 10000) return MPI_T_ERR_INVALID;
        const int code = alloc_cvar(cvar_index, obj_handle, handle, count); texts += is_text && code == MPI_SUCCESS; return code; };
    MPITCHECK_REPLACE(MPI_T_cvar_handle_free) { const OpenCvar* const cvar = cvar_of(*handle); texts -= cvar && cvar->is_text(); return free_cvar(handle); })
MPITCHECK_ROW(cvar_handles_exhausted_reused, "The 10000th handle replaces the first", MPITCHECK_BREAKS(cvar_handle_exhausted),
    static MPI_T_cvar_handle first = MPI_T_CVAR_HANDLE_NULL; static int allocations = 0;
    MPITCHECK_OUTPUT_OF(MPI_T_cvar_handle_alloc, if (++allocations == 1) first = *handle); MPITCHECK_GIVEN_OF(MPI_T_cvar_handle_free, --allocations);
    MPITCHECK_GIVEN_OF(MPI_T_cvar_read, if (allocations >= 10000 && handle == first) return MPI_T_ERR_INVALID_HANDLE))

// --- Reads
MPITCHECK_VALUE(cvar_read_one_byte_beyond, "A read clears the byte after the value", MPITCHECK_BREAKS(cvar_read_delivers_value, datatype_value_layout),
      if (!cvar.is_text()) value[cvar.bytes()] = 0)
MPITCHECK_VALUE(cvar_read_text_beyond, "A read of a text writes a null after its count",
      MPITCHECK_BREAKS(cvar_read_delivers_value, datatype_value_layout, datatype_char_is_string), if (cvar.is_text()) value[cvar.bytes()] = 0)
MPITCHECK_VALUE(cvar_read_element_beyond, "A read of an array writes one element more than its count",
      MPITCHECK_BREAKS(cvar_read_delivers_value, datatype_value_layout),
      if (!cvar.is_text() && cvar.count > 1) std::memset(value + cvar.bytes(), 0, cvar.element()))
ASIDE(cvar_read_last_element_left_out, "The last element of an array is not read", MPITCHECK_BREAKS(cvar_read_delivers_value),
      std::memcpy(buffer, value.data(), value.size() - (cvar.is_array() ? cvar.element() : 0)))
MPITCHECK_CVAR(cvar_read_only_first_time, MPI_T_cvar_read, "Only the first read of a handle returns the value", MPITCHECK_BREAKS(cvar_read_delivers_value),
     if (++cvar->reads > 1) return MPI_SUCCESS)
ASIDE(cvar_read_half_of_64_bits, "Only the first half of a 64-bit integer is read",
      MPITCHECK_BREAKS(datatype_fixed_width_added, cvar_read_delivers_value),
      const bool half = cvar.datatype == MPI_INT64_T || cvar.datatype == MPI_UINT64_T;
      for (std::size_t at = 0; at < value.size(); at += cvar.element()) std::memcpy(buffer + at, value.data() + at, half ? 4 : cvar.element()))
MPITCHECK_VALUE(cvar_read_32_bits_as_64, "A 32-bit integer is read as one of 64 bits",
      MPITCHECK_BREAKS(datatype_fixed_width_added, datatype_value_layout, cvar_read_delivers_value),
      if (cvar.datatype == MPI_INT32_T || cvar.datatype == MPI_UINT32_T) std::memset(value + cvar.bytes(), 0, 4))
ASIDE(cvar_read_with_gaps, "The elements of an array are read with gaps between them", MPITCHECK_BREAKS(datatype_value_layout, cvar_read_delivers_value),
      const std::size_t step = cvar.is_text() || cvar.element() == 8 ? 1 : 2;
      for (std::size_t at = 0; at < value.size(); at += cvar.element()) std::memcpy(buffer + step * at, value.data() + at, cvar.element()))
MPITCHECK_VALUE(cvar_read_text_without_null, "A text is read without the null at its end", MPITCHECK_BREAKS(datatype_char_is_string),
      if (cvar.is_text()) std::replace(value, value + cvar.bytes(), static_cast<unsigned char>('\0'), static_cast<unsigned char>(' ')))
MPITCHECK_CVAR(cvar_read_constant_refused, MPI_T_cvar_read, "A CONSTANT cvar cannot be read", MPITCHECK_BREAKS(cvar_read_any_scope),
     if (cvar->scope == MPI_T_SCOPE_CONSTANT) return MPI_T_ERR_INVALID)
MPITCHECK_CVAR(cvar_read_refused_after_init, MPI_T_cvar_read, "After MPI_Init the first cvar cannot be read", MPITCHECK_BREAKS(cvar_read_any_scope),
     if (cvar->index == 0 && mpi_was_initialized()) return MPI_T_ERR_CVAR_SET_NOT_NOW)
MPITCHECK_CVAR(cvar_read_crashes_after_init, MPI_T_cvar_read, "After MPI_Init a read of the first cvar crashes", MPITCHECK_BREAKS(general_failure_not_fatal),
     if (cvar->index == 0 && mpi_was_initialized()) std::raise(SIGSEGV))
MPITCHECK_GIVEN(cvar_read_null_handle, MPI_T_cvar_read, "Reading MPI_T_CVAR_HANDLE_NULL succeeds", MPITCHECK_BREAKS(cvar_read_invalid_handle),
      if (handle == MPI_T_CVAR_HANDLE_NULL) return MPI_SUCCESS)
MPITCHECK_GIVEN(cvar_write_null_handle, MPI_T_cvar_write, "Writing MPI_T_CVAR_HANDLE_NULL is refused as not possible now",
      MPITCHECK_BREAKS(cvar_read_invalid_handle),
      if (handle == MPI_T_CVAR_HANDLE_NULL) return MPI_T_ERR_CVAR_SET_NOT_NOW)
MPITCHECK_VALUE(cvar_constant_changes_in_init, "MPI_Init changes CONSTANT cvars", MPITCHECK_BREAKS(cvar_constant_value_fixed),
      if (cvar.scope == MPI_T_SCOPE_CONSTANT && mpi_was_initialized()) value[0] ^= 1)
MPITCHECK_VALUE(cvar_constant_changes_in_finalize, "MPI_Finalize changes CONSTANT cvars", MPITCHECK_BREAKS(cvar_constant_value_fixed),
      if (cvar.scope == MPI_T_SCOPE_CONSTANT && mpi_was_finalized()) value[0] ^= 1)
MPITCHECK_GIVEN(cvar_inactive_readable, MPI_T_cvar_get_info, "The last cvar becomes inactive in MPI_Init, but can be read",
      MPITCHECK_BREAKS(cvar_inactive_access_code),
      if (is_last_cvar(cvar_index) && mpi_was_initialized()) return MPI_T_ERR_INVALID_INDEX)

// --- Writes that must be refused
MPITCHECK_CVAR(cvar_constant_write_accepted, MPI_T_cvar_write, "A write to a CONSTANT cvar succeeds without effect", MPITCHECK_BREAKS(cvar_write_constant_refused),
     if (cvar->scope == MPI_T_SCOPE_CONSTANT) return MPI_SUCCESS)
MPITCHECK_ROW(cvar_constant_written, "A write to a CONSTANT cvar succeeds", MPITCHECK_BREAKS(cvar_write_constant_refused, cvar_constant_value_fixed),
    write_anyway<MPI_T_SCOPE_CONSTANT, true>(mpi))
MPITCHECK_ROW(cvar_constant_written_anyway, "A write to a CONSTANT cvar is refused, but takes effect",
      MPITCHECK_BREAKS(cvar_write_constant_refused, cvar_constant_value_fixed),
    write_anyway<MPI_T_SCOPE_CONSTANT, false>(mpi))
MPITCHECK_CVAR(cvar_constant_not_now, MPI_T_cvar_write, "A write to a CONSTANT cvar is refused for now", MPITCHECK_BREAKS(cvar_write_constant_refused),
     if (cvar->scope == MPI_T_SCOPE_CONSTANT) return MPI_T_ERR_CVAR_SET_NOT_NOW)
MPITCHECK_CVAR(cvar_constant_invalid, MPI_T_cvar_write, "A write to a CONSTANT cvar is refused as invalid", MPITCHECK_BREAKS(cvar_write_constant_refused),
     if (cvar->scope == MPI_T_SCOPE_CONSTANT) return MPI_T_ERR_INVALID)
MPITCHECK_CVAR(cvar_readonly_write_accepted, MPI_T_cvar_write, "A write to a READONLY cvar succeeds without effect", MPITCHECK_BREAKS(cvar_write_readonly_refused),
     if (cvar->scope == MPI_T_SCOPE_READONLY) return MPI_SUCCESS)
MPITCHECK_ROW(cvar_readonly_written_anyway, "A write to a READONLY cvar is refused, but takes effect", MPITCHECK_BREAKS(cvar_write_readonly_refused),
    write_anyway<MPI_T_SCOPE_READONLY, false>(mpi))
MPITCHECK_CVAR(cvar_readonly_invalid, MPI_T_cvar_write, "A write to a READONLY cvar is refused as invalid", MPITCHECK_BREAKS(cvar_write_readonly_refused),
     if (cvar->scope == MPI_T_SCOPE_READONLY) return MPI_T_ERR_INVALID)
MPITCHECK_CVAR(cvar_readonly_written_after_init, MPI_T_cvar_write, "After MPI_Init READONLY cvars can be written", MPITCHECK_BREAKS(cvar_write_readonly_refused),
     if (cvar->scope == MPI_T_SCOPE_READONLY && mpi_was_initialized()) return MPI_SUCCESS)

// --- Writes
WRITTEN(cvar_write_lost, "A write succeeds without effect", MPITCHECK_BREAKS(cvar_write_takes_effect), value = before)
WRITTEN(cvar_write_lost_after_init, "After MPI_Init a write succeeds without effect", MPITCHECK_BREAKS(cvar_write_takes_effect),
        if (mpi_was_initialized()) value = before)
WRITTEN(cvar_write_last_element_lost, "The last element of an array is not written", MPITCHECK_BREAKS(cvar_write_takes_effect),
        const std::size_t kept = value.size() - (cvar.is_array() ? cvar.element() : 0);
        std::copy(before.begin() + kept, before.end(), value.begin() + kept))
WRITTEN(cvar_write_text_cut, "The last character of a text as long as its count is lost", MPITCHECK_BREAKS(cvar_write_exact),
        if (cvar.is_text() && value.size() >= 3) value[value.size() - 2] = '\0')
WRITTEN(cvar_write_double_rounded, "A double is written as a float", MPITCHECK_BREAKS(cvar_write_exact),
        for (std::size_t at = 0; cvar.datatype == MPI_DOUBLE && at < value.size(); at += sizeof(double)) round_to_float(&value[at]))
WRITTEN(cvar_write_upper_half_lost, "Only 32 bits of 64-bit integers are written", MPITCHECK_BREAKS(cvar_write_takes_effect, cvar_write_exact),
        const bool wide = cvar.element() == 8 && cvar.datatype != MPI_DOUBLE;
        for (std::size_t at = 0; wide && at < value.size(); at += 8) std::memset(&value[at + 4], 0, 4))
MPITCHECK_CODE(cvar_write_refused_but_done, MPI_T_cvar_write, "A write is refused as not possible now, but takes effect", MPITCHECK_BREAKS(cvar_write_not_now),
     code == MPI_SUCCESS ? MPI_T_ERR_CVAR_SET_NOT_NOW : code)
MPITCHECK_CVAR(cvar_write_refused_as_invalid, MPI_T_cvar_write, "A write that is refused returns the code of an invalid handle",
      MPITCHECK_BREAKS(cvar_write_not_now),
     if (cvar->scope == MPI_T_SCOPE_LOCAL) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_CVAR(cvar_write_all_eq_as_invalid, MPI_T_cvar_write, "A write to an ALL_EQ cvar is refused as invalid", MPITCHECK_BREAKS(cvar_write_not_now),
     if (cvar->scope == MPI_T_SCOPE_ALL_EQ) return MPI_T_ERR_INVALID)
MPITCHECK_CVAR(cvar_write_never_until_init, MPI_T_cvar_write, "A cvar refuses writes with MPI_T_ERR_CVAR_SET_NEVER, and accepts them after MPI_Init",
      MPITCHECK_BREAKS(cvar_write_never_is_final),
     if (cvar->scope == MPI_T_SCOPE_LOCAL && !mpi_was_initialized()) return MPI_T_ERR_CVAR_SET_NEVER)
MPITCHECK_CVAR(cvar_write_never_until_finalize, MPI_T_cvar_write, "A cvar refuses writes with MPI_T_ERR_CVAR_SET_NEVER, and accepts them after MPI_Finalize",
     MPITCHECK_BREAKS(cvar_write_never_is_final), if (cvar->scope == MPI_T_SCOPE_LOCAL && !mpi_was_finalized()) return MPI_T_ERR_CVAR_SET_NEVER)
EARLY(cvar_write_undone_by_init, "MPI_Init resets cvars that were written before", mpi_was_initialized())
EARLY(cvar_write_unknown_to_new_handles, "Handles allocated after MPI_Init do not have the values written before",
      mpi_was_initialized() && !cvar.from_before_init)

// --- Enumerations
MPITCHECK_OUTPUT(enum_of_unsigned_cvar, MPI_T_cvar_get_info, "Unsigned cvars carry an enumeration", MPITCHECK_BREAKS(enum_only_with_int, enum_nonint_none_returned),
       if (datatype && *datatype == MPI_UNSIGNED) set(enumtype, some_enum()))
MPITCHECK_OUTPUT(enum_of_double_pvar, MPI_T_pvar_get_info, "Pvars of type MPI_DOUBLE have an enumeration",
      MPITCHECK_BREAKS(enum_only_with_int, enum_nonint_none_returned),
       if (datatype && *datatype == MPI_DOUBLE) set(enumtype, some_enum()))
MPITCHECK_OUTPUT(enum_of_text_after_init, MPI_T_cvar_get_info, "After MPI_Init texts carry an enumeration",
       MPITCHECK_BREAKS(enum_only_with_int, enum_nonint_none_returned),
       if (datatype && *datatype == MPI_CHAR && mpi_was_initialized()) set(enumtype, some_enum()))
MPITCHECK_ROW(enum_unset_for_int, "For an MPI_INT cvar without enumeration none is returned", MPITCHECK_BREAKS(enum_null_when_absent),
    MPITCHECK_REPLACE(MPI_T_cvar_get_info) { MPI_T_enum own = MPI_T_ENUM_NULL; MPI_T_enum* const wanted = std::exchange(enumtype, &own);
        const int code = MPITCHECK_REAL(MPI_T_cvar_get_info); if (code == MPI_SUCCESS && own != MPI_T_ENUM_NULL) set(wanted, own); return code; })
MPITCHECK_ROW(enum_unusable, "The enumeration of the last MPI_INT cvar cannot be queried", MPITCHECK_BREAKS(enum_null_when_absent),
    MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_info, if (datatype && *datatype == MPI_INT && is_last_cvar(cvar_index)) set(enumtype, own_enum()));
    MPITCHECK_GIVEN_OF(MPI_T_enum_get_info, if (enumtype == own_enum()) return MPI_T_ERR_INVALID_INDEX))
MPITCHECK_GIVEN(enum_null_argument_refused, MPI_T_cvar_get_info, "MPI_T_cvar_get_info refuses NULL for the enumeration",
      MPITCHECK_BREAKS(enum_nonint_none_returned, cvar_info_null_out_ignored), if (!enumtype) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(enum_without_items, MPI_T_enum_get_info, "An enumeration has no items", MPITCHECK_BREAKS(enum_item_count_positive), set(num, 0))
MPITCHECK_OUTPUT(enum_count_varies, MPI_T_enum_get_info, "Each second query returns one item less", MPITCHECK_BREAKS(enum_item_count_positive),
       if (num && times() % 2 == 0) --*num)
MPITCHECK_OUTPUT(enum_count_falls_in_init, MPI_T_enum_get_info, "After MPI_Init enumerations have one item less", MPITCHECK_BREAKS(enum_item_count_positive),
       if (num && mpi_was_initialized()) --*num)
MPITCHECK_ROW(enum_name_empty, "Enumerations have an empty name", MPITCHECK_BREAKS(enum_name_nonempty_unique), MPITCHECK_NAME_OF(MPI_T_enum_get_info, true, ""))
MPITCHECK_ROW(enum_name_shared, "All enumerations have the same name", MPITCHECK_BREAKS(enum_name_nonempty_unique), MPITCHECK_NAME_OF(MPI_T_enum_get_info, true, "enumeration"))
MPITCHECK_GIVEN(enum_item_gap, MPI_T_enum_get_item, "The second item of each enumeration is missing", MPITCHECK_BREAKS(enum_item_access),
      if (index == 1) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_GIVEN(enum_item_last_missing, MPI_T_enum_get_item, "The last item of each enumeration is missing", MPITCHECK_BREAKS(enum_item_access),
      if (index == item_count(enumtype) - 1) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_GIVEN(enum_item_value_unset, MPI_T_enum_get_item, "The value of an item is not returned", MPITCHECK_BREAKS(enum_item_access), int unset = 0; value = &unset)
MPITCHECK_OUTPUT(enum_item_value_varies, MPI_T_enum_get_item, "The value of an item grows with each query",
       MPITCHECK_BREAKS(enum_item_access, enum_variable_value_is_item), if (value) *value += times())
MPITCHECK_ROW(enum_item_name_empty, "The last item of each enumeration has an empty name", MPITCHECK_BREAKS(enum_item_name_nonempty_unique),
    MPITCHECK_NAME_OF(MPI_T_enum_get_item, index == item_count(enumtype) - 1, ""))
MPITCHECK_ROW(enum_item_name_twice, "The last item of each enumeration has the name of the first", MPITCHECK_BREAKS(enum_item_name_nonempty_unique),
    MPITCHECK_NAME_OF(MPI_T_enum_get_item, index == item_count(enumtype) - 1, first_item(enumtype)))
MPITCHECK_GIVEN(enum_bad_item_found, MPI_T_enum_get_item, "The query for the index after the last item succeeds",
      MPITCHECK_BREAKS(enum_item_bad_index_code, enum_item_bad_index_code_3x), if (index == item_count(enumtype)) --index)
MPITCHECK_GIVEN(enum_bad_item_code, MPI_T_enum_get_item, "The query for a negative item index returns a wrong error code",
      MPITCHECK_BREAKS(enum_item_bad_index_code, enum_item_bad_index_code_3x), if (index < 0) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(enum_null_accepted, MPI_T_enum_get_info, "MPI_T_ENUM_NULL is accepted, and has no items", MPITCHECK_BREAKS(enum_bad_handle_code),
      if (enumtype == MPI_T_ENUM_NULL) { set(num, 0); return_text("", name, name_len); return MPI_SUCCESS; })
MPITCHECK_VALUE(enum_value_of_no_item, "Cvars with an enumeration have values that are not among its items",
      MPITCHECK_BREAKS(enum_variable_value_is_item, cvar_write_takes_effect),
      if (CvarFacts(cvar.index).has_enum()) std::memcpy(value, &no_constant, sizeof no_constant))
// clang-format on

#undef ASIDE
#undef WRITTEN
#undef EARLY

// --- Faults that need more than a row

MPITCHECK_FAULT(cvar_handle_private_value,
                "A value written through a handle is visible through that handle only",
                clause::cvar_handle_several) {
  static std::map<MPI_T_cvar_handle, Bytes> written;
  follow_cvar_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_cvar_handle_free) {
    written.erase(*handle);
    return free_cvar(handle);
  };
  MPITCHECK_REPLACE(MPI_T_cvar_write) {
    const Bytes before = value_of(handle);
    const int code = MPITCHECK_REAL(MPI_T_cvar_write);
    if (code != MPI_SUCCESS || before.empty()) return code;
    written[handle] = value_of(handle);
    return real.MPI_T_cvar_write(handle, before.data());
  };
  MPITCHECK_REPLACE(MPI_T_cvar_read) {
    const auto own = written.find(handle);
    if (own == written.end()) return MPITCHECK_REAL(MPI_T_cvar_read);
    std::memcpy(buf, own->second.data(), own->second.size());
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(cvar_write_later_ones_lost, "Only the first write through a handle takes effect",
                clause::cvar_write_takes_effect) {
  static std::map<MPI_T_cvar_handle, int> writes;
  follow_cvar_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) {
    const int code = alloc_cvar(cvar_index, obj_handle, handle, count);
    if (code == MPI_SUCCESS) writes[*handle] = 0;
    return code;
  };
  MPITCHECK_REPLACE(MPI_T_cvar_write) {
    const Bytes before = value_of(handle);
    const int code = MPITCHECK_REAL(MPI_T_cvar_write);
    if (code == MPI_SUCCESS && ++writes[handle] > 1 && !before.empty()) {
      real.MPI_T_cvar_write(handle, before.data());
    }
    return code;
  };
}

MPITCHECK_FAULT(cvar_write_local_forgotten, "A LOCAL cvar has the written value for one read only",
                clause::cvar_write_takes_effect) {
  static std::map<MPI_T_cvar_handle, Bytes> once;
  follow_cvar_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_cvar_handle_free) {
    once.erase(*handle);
    return free_cvar(handle);
  };
  MPITCHECK_REPLACE(MPI_T_cvar_write) {
    const OpenCvar* const cvar = cvar_of(handle);
    const Bytes before = value_of(handle);
    const int code = MPITCHECK_REAL(MPI_T_cvar_write);
    if (code != MPI_SUCCESS || before.empty() || cvar->scope != MPI_T_SCOPE_LOCAL) return code;
    once[handle] = cvar->value_in(buf);
    return real.MPI_T_cvar_write(handle, before.data());
  };
  MPITCHECK_REPLACE(MPI_T_cvar_read) {
    const auto found = once.find(handle);
    if (found == once.end()) return MPITCHECK_REAL(MPI_T_cvar_read);
    std::memcpy(buf, found->second.data(), found->second.size());
    once.erase(found);
    return MPI_SUCCESS;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

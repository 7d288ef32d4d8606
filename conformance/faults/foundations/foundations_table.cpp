// SPDX-License-Identifier: BSD-3-Clause
// Faults of what the tests rely on: reading texts, listing, looking up and opening objects. Each
// fault is in all functions of its kind at once. Only tests of the clauses that it breaks may fail.
#include <cstring>
#include <string>

#include "conformance/faults/category/categories.hpp"
#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

// In a fault: calls `spoil` for each text of the function after a success.
#define SPOIL_TEXT_OF(function, which)                                                             \
  const Text text_##which {                                                                        \
    which, which##_len, room_of(which##_len),                                                      \
        full_length<&Interface::function, place_of(names_of<&Interface::function>, #which "_len")> \
            MPITCHECK_ARGUMENTS_##function                                                         \
  }
#define SPOIL_PAIR_OF(function)                \
  MPITCHECK_REPLACE(function) {                \
    SPOIL_TEXT_OF(function, name);             \
    SPOIL_TEXT_OF(function, desc);             \
    const int code = MPITCHECK_REAL(function); \
    if (code != MPI_SUCCESS) return code;      \
    spoil(text_name);                          \
    spoil(text_desc);                          \
    return code;                               \
  }
#define SPOIL_NAME_OF(function)                \
  MPITCHECK_REPLACE(function) {                \
    SPOIL_TEXT_OF(function, name);             \
    const int code = MPITCHECK_REAL(function); \
    if (code == MPI_SUCCESS) spoil(text_name); \
    return code;                               \
  }

template <void (*spoil)(const Text& text)>
void spoil_texts(Interface& mpi) {
  SPOIL_PAIR_OF(MPI_T_cvar_get_info);
  SPOIL_PAIR_OF(MPI_T_pvar_get_info);
  SPOIL_PAIR_OF(MPI_T_category_get_info);
  SPOIL_PAIR_OF(MPI_T_event_get_info);
  SPOIL_PAIR_OF(MPI_T_source_get_info);
  SPOIL_NAME_OF(MPI_T_enum_get_info);
  SPOIL_NAME_OF(MPI_T_enum_get_item);
}

void leave_size(const Text& text) {
  if (text.buffer == nullptr && text.length != nullptr) *text.length = text.given;
}

void zero_size(const Text& text) {
  if (text.buffer == nullptr && text.length != nullptr) *text.length = 0;
}

// Lengths without the null, as snprintf and strlen return them.
void leave_out_null(const Text& text) {
  if (text.is_read()) *text.length = static_cast<int>(std::strlen(text.buffer));
  if (text.is_size_query()) --*text.length;
}

void leave_out_null_or_size(const Text& text) {
  if (text.buffer != nullptr) leave_out_null(text);
  leave_size(text);
}

void no_zero_size(const Text& text) {
  if (text.has_no_room()) *text.length = 0;
}

void lose_last(const Text& text) {
  if (text.is_read() && text.given <= text.full && text.given > 1) {
    text.buffer[text.given - 2] = '\0';
  }
}

// Only finds a name that follows a slash.
#define FIND_ANOTHER_NAME_OF(function)                                       \
  MPITCHECK_REPLACE(function) {                                              \
    const bool is_other = *name == '/';                                      \
    if (is_other) ++name;                                                    \
    const int code = MPITCHECK_REAL(function);                               \
    return code == MPI_SUCCESS && !is_other ? MPI_T_ERR_INVALID_NAME : code; \
  }

void list_garbage(Members& members) {
  static int garbage = -1627448048;
  for (int& member : members) member = garbage += 97;
}

void list_garbage(Interface& mpi) {
  MPITCHECK_MEMBERS_OF(MPI_T_category_get_cvars, list_garbage(members));
  MPITCHECK_MEMBERS_OF(MPI_T_category_get_events, list_garbage(members));
}

#define REFUSE(function, code_given) \
  MPITCHECK_CODE_OF(function, code == MPI_SUCCESS ? code_given : code)

// clang-format off
MPITCHECK_ROW(foundation_null_buffer_left, "With a null buffer no length is written",
      MPITCHECK_BREAKS(strings_null_buffer_query, event_info_strings, source_info_strings),
    spoil_texts<leave_size>(mpi))
MPITCHECK_ROW(foundation_null_buffer_zero, "With a null buffer each length is 0", MPITCHECK_BREAKS(strings_null_buffer_query, event_info_strings, source_info_strings),
    spoil_texts<zero_size>(mpi))
MPITCHECK_ROW(foundation_null_buffer_refused, "A null buffer with a length is refused",
    MPITCHECK_BREAKS(strings_null_buffer_query, event_info_strings, source_info_strings, cvar_info_null_out_ignored, category_info_null_out_ignored, event_info_null_args),
    MPITCHECK_GIVEN_OF(MPI_T_cvar_get_info, if ((!name && name_len) || (!desc && desc_len)) return MPI_T_ERR_INVALID);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_get_info, if ((!name && name_len) || (!desc && desc_len)) return MPI_T_ERR_INVALID);
    MPITCHECK_GIVEN_OF(MPI_T_category_get_info, if ((!name && name_len) || (!desc && desc_len)) return MPI_T_ERR_INVALID);
    MPITCHECK_GIVEN_OF(MPI_T_event_get_info, if ((!name && name_len) || (!desc && desc_len)) return MPI_T_ERR_INVALID);
    MPITCHECK_GIVEN_OF(MPI_T_source_get_info, if ((!name && name_len) || (!desc && desc_len)) return MPI_T_ERR_INVALID);
    MPITCHECK_GIVEN_OF(MPI_T_enum_get_info, if (!name && name_len) return MPI_T_ERR_INVALID);
    MPITCHECK_GIVEN_OF(MPI_T_enum_get_item, if (!name && name_len) return MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_zero_size_zero, "With a buffer and a length of 0 each length stays 0", MPITCHECK_BREAKS(strings_zero_size_query, event_info_strings, source_info_strings),
    spoil_texts<no_zero_size>(mpi))
MPITCHECK_ROW(foundation_length_without_null, "Each length does not include the null",
    MPITCHECK_BREAKS(strings_null_buffer_query, strings_zero_size_query, strings_length_out_on_fit, strings_length_out_on_truncation, event_info_strings,
           source_info_strings),
    spoil_texts<leave_out_null>(mpi))
MPITCHECK_ROW(foundation_length_without_null_or_size, "Each length does not include the null, and is not written for a null buffer",
    MPITCHECK_BREAKS(strings_null_buffer_query, strings_zero_size_query, strings_length_out_on_fit, strings_length_out_on_truncation, event_info_strings,
           source_info_strings),
    spoil_texts<leave_out_null_or_size>(mpi))
MPITCHECK_ROW(foundation_text_one_short, "Each text that is cut or fills its buffer loses one more character",
    MPITCHECK_BREAKS(strings_truncation_keeps_prefix, strings_exact_fit, strings_two_step_read, event_info_strings, source_info_strings),
    spoil_texts<lose_last>(mpi))
MPITCHECK_ROW(foundation_found_by_another_name, "Each look-up requires another name than the query returns",
    MPITCHECK_BREAKS(cvar_get_index_roundtrip, pvar_get_index_roundtrip, category_get_index_roundtrip, event_get_index_roundtrip,
           profiling_pmpi_twin_equivalent),
    FIND_ANOTHER_NAME_OF(MPI_T_cvar_get_index);
    FIND_ANOTHER_NAME_OF(MPI_T_pvar_get_index);
    FIND_ANOTHER_NAME_OF(MPI_T_category_get_index);
    FIND_ANOTHER_NAME_OF(MPI_T_event_get_index))
MPITCHECK_ROW(foundation_cvar_names_repeat, "Each second cvar has the name of the one before", MPITCHECK_BREAKS(cvar_name_unique),
    MPITCHECK_NAME_OF(MPI_T_cvar_get_info, cvar_index % 2 == 1, cvar_name(cvar_index - 1)))
MPITCHECK_ROW(foundation_members_garbage, "Cvars and event types of categories are garbage, which differs at each query",
      MPITCHECK_BREAKS(category_members_usable, event_category_list), list_garbage(mpi))
MPITCHECK_ROW(foundation_cvar_handles_refused, "No handle of a cvar can be allocated", MPITCHECK_BREAKS(cvar_handle_count),
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { const int code = MPITCHECK_REAL(MPI_T_cvar_handle_alloc); if (code == MPI_SUCCESS) real.MPI_T_cvar_handle_free(handle);
        return code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code; })
MPITCHECK_ROW(foundation_pvar_handles_refused, "No handle of a pvar can be allocated", MPITCHECK_BREAKS(pvar_handle_alloc),
    MPITCHECK_REPLACE(MPI_T_pvar_handle_alloc) { const int code = MPITCHECK_REAL(MPI_T_pvar_handle_alloc);
        if (code == MPI_SUCCESS) real.MPI_T_pvar_handle_free(pe_session, handle);
        return code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code; })
MPITCHECK_ROW(foundation_sessions_refused, "No session can be created", MPITCHECK_BREAKS(pvar_session_create, profiling_pmpi_twin_equivalent),
    MPITCHECK_REPLACE(MPI_T_pvar_session_create) { const int code = MPITCHECK_REAL(MPI_T_pvar_session_create); if (code == MPI_SUCCESS) real.MPI_T_pvar_session_free(pe_session);
        return code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code; })
MPITCHECK_ROW(foundation_event_handles_refused, "No handle of an event type can be allocated", MPITCHECK_BREAKS(event_handle_alloc),
    MPITCHECK_REPLACE(MPI_T_event_handle_alloc) { const int code = MPITCHECK_REAL(MPI_T_event_handle_alloc);
        if (code == MPI_SUCCESS) real.MPI_T_event_handle_free(*event_registration, nullptr, nullptr);
        return code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code; })
MPITCHECK_ROW(foundation_cvar_reads_refused, "No cvar can be read", MPITCHECK_BREAKS(cvar_read_any_scope), REFUSE(MPI_T_cvar_read, MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_pvar_reads_refused, "No pvar can be read", MPITCHECK_BREAKS(pvar_read_delivers_value), REFUSE(MPI_T_pvar_read, MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_cvars_not_counted, "The number of cvars cannot be queried",
      MPITCHECK_BREAKS(cvar_num_nonnegative, profiling_pmpi_twin_equivalent), REFUSE(MPI_T_cvar_get_num, MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_pvars_not_counted, "The number of pvars cannot be queried",
      MPITCHECK_BREAKS(pvar_num_nonnegative, profiling_pmpi_twin_equivalent), REFUSE(MPI_T_pvar_get_num, MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_categories_not_counted, "The number of categories cannot be queried",
      MPITCHECK_BREAKS(category_num_nonnegative, profiling_pmpi_twin_equivalent),
    REFUSE(MPI_T_category_get_num, MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_categories_not_queried, "No category can be queried", MPITCHECK_BREAKS(category_num_nonnegative),
    REFUSE(MPI_T_category_get_info, MPI_T_ERR_INVALID))
MPITCHECK_ROW(foundation_many, "Lengths without null, no length for a null buffer, look-ups by another name, and garbage for members",
    MPITCHECK_BREAKS(strings_null_buffer_query, strings_zero_size_query, strings_length_out_on_fit, strings_length_out_on_truncation, event_info_strings,
           source_info_strings, category_get_index_roundtrip, category_members_usable, event_category_list),
    spoil_texts<leave_out_null_or_size>(mpi); list_garbage(mpi); FIND_ANOTHER_NAME_OF(MPI_T_category_get_index))
// clang-format on

#undef SPOIL_TEXT_OF
#undef SPOIL_PAIR_OF
#undef SPOIL_NAME_OF
#undef FIND_ANOTHER_NAME_OF
#undef REFUSE

}  // namespace
}  // namespace mpitcheck::faults

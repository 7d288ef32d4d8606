// SPDX-License-Identifier: BSD-3-Clause
// Faults of the rules for all areas: texts, return codes, verbosity, binding, datatypes.
#include <cstring>
#include <map>
#include <string>

#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// The first category whose name equals `name` if `fold` is applied to both; -1 if there is none.
template <class Fold>
int category_alike(const std::string& name, Fold fold) {
  for (int i = 0; i < category_num(); ++i) {
    const std::string own = category_name(i);
    if (fold(own, own.size()) == fold(name, own.size())) return i;
  }
  return -1;
}

// Replaces the code of a refusal by `other`. While the interface is not initialized, the code is
// unchanged.
int refused_as(int other, int code) {
  return code == MPI_SUCCESS || code == MPI_T_ERR_NOT_INITIALIZED ? code : other;
}

// The rule on error classes ended with MPI 4.0, so a library that breaks it must report a version
// up to that.
void claim_at_most_4_0(int* version, int* subversion) {
  if (*version > 4) *version = 4;
  if (*version == 4) *subversion = 0;
}

bool cvar_needs_no_object(int index) {
  const CvarFacts cvar(index);
  return cvar.found && cvar.bind == MPI_T_BIND_NO_OBJECT;
}

bool pvar_is_bound_to(int bind, int index) {
  const PvarFacts pvar(index);
  return pvar.found && pvar.bind == bind;
}

// The length of the text that is the value of a handle; -1 if the value is not a text.
int text_length(MPI_T_cvar_handle handle) {
  const Bytes value = value_of(handle);
  if (value.empty() || !cvar_of(handle)->is_text()) return -1;
  return static_cast<int>(std::strlen(reinterpret_cast<const char*>(value.data())));
}

// The ends of the values of pvar handles, if elements have 8 bytes.
std::map<MPI_T_pvar_handle, std::size_t> pvar_ends;

void write_behind(void* value, MPI_T_pvar_handle handle) {
  std::memset(static_cast<char*>(value) + pvar_ends[handle], 0, 8);
}

// clang-format off
// --- Texts queried without a buffer or a length
MPITCHECK_TEXT(string_size_one_short, MPI_T_cvar_get_info, name, "The length for a null buffer does not include the null",
     MPITCHECK_BREAKS(strings_null_buffer_query, strings_two_step_read), if (text.is_size_query() && !text.buffer) --*text.length)
MPITCHECK_TEXT(string_size_of_length_given, MPI_T_pvar_get_info, name, "With a null buffer the given length is not changed",
      MPITCHECK_BREAKS(strings_null_buffer_query),
     if (!text.buffer && text.given > 0) *text.length = text.given)
MPITCHECK_GIVEN(string_size_refused, MPI_T_event_get_info, "A null buffer with a length is refused", MPITCHECK_BREAKS(strings_null_buffer_query),
      if (!name && name_len && *name_len > 0) return MPI_T_ERR_INVALID)
MPITCHECK_TEXT(string_item_size_one_more, MPI_T_enum_get_item, name, "The length for a null buffer includes two nulls",
     MPITCHECK_BREAKS(strings_null_buffer_query, strings_two_step_read), if (text.is_size_query() && !text.buffer) ++*text.length)
MPITCHECK_TEXT(string_zero_size_written, MPI_T_category_get_info, name, "A null is stored although the length is 0", MPITCHECK_BREAKS(strings_zero_size_query),
     if (text.has_no_room()) text.buffer[0] = '\0')
MPITCHECK_TEXT(string_zero_size_zero, MPI_T_enum_get_info, name, "With a buffer and a length of 0 the length is not changed",
      MPITCHECK_BREAKS(strings_zero_size_query),
     if (text.has_no_room()) *text.length = 0)
MPITCHECK_GIVEN(string_zero_size_desc_refused, MPI_T_category_get_info, "A description with a buffer and length 0 is refused", MPITCHECK_BREAKS(strings_zero_size_query),
      if (desc && desc_len && *desc_len == 0) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(string_null_length_refused, MPI_T_cvar_get_info, "A null pointer for the length of a name is refused",
      MPITCHECK_BREAKS(strings_null_length_ignores_buffer, cvar_info_null_out_ignored), if (!name_len) return MPI_T_ERR_INVALID)
MPITCHECK_TEXT(string_null_length_written, MPI_T_source_get_info, name, "With a null pointer for the length a null is stored in the buffer",
     MPITCHECK_BREAKS(strings_null_length_ignores_buffer), if (text.buffer && !text.length) text.buffer[0] = '\0')
MPITCHECK_TEXT(string_null_length_item_crashes, MPI_T_enum_get_item, name, "A null pointer for the length of an item name is dereferenced",
     MPITCHECK_BREAKS(strings_null_length_ignores_buffer), touch(text.length))
MPITCHECK_GIVEN(string_pair_null_name_hides_desc, MPI_T_category_get_info, "With a null pointer for name_len no desc_len is returned",
      MPITCHECK_BREAKS(strings_independent_pairs),
      if (!name_len) { desc = nullptr; desc_len = nullptr; })
MPITCHECK_GIVEN(string_pair_one_query_for_both, MPI_T_source_get_info, "A query for the length of the name also queries that of the description",
      MPITCHECK_BREAKS(strings_independent_pairs),
      if (!name && name_len) desc = nullptr)
MPITCHECK_GIVEN(string_pair_shares_length, MPI_T_category_get_info, "The length of the name limits the description", MPITCHECK_BREAKS(strings_independent_pairs),
      if (name && name_len && *name_len > 0 && desc && desc_len && *desc_len > *name_len) *desc_len = *name_len)
MPITCHECK_TEXT(string_two_steps_too_small, MPI_T_cvar_get_info, desc, "The size of a description is returned one too low",
     MPITCHECK_BREAKS(strings_two_step_read, strings_null_buffer_query, strings_zero_size_query, cvar_desc_optional), if (text.is_size_query()) --*text.length)

// --- Names passed in
MPITCHECK_GIVEN(string_lookup_any_case, MPI_T_category_get_index, "The look-up of category names ignores upper and lower case",
      MPITCHECK_BREAKS(strings_input_names_terminated),
      const int alike = category_alike(name, [](const std::string& any, std::size_t) { return lower(any); });
      if (alike >= 0) return found(alike, cat_index))
MPITCHECK_GIVEN(string_lookup_prefix_enough, MPI_T_category_get_index, "The look-up of a category accepts a longer name",
      MPITCHECK_BREAKS(strings_input_names_terminated, category_get_index_roundtrip, strings_equivalence_on_full_text),
      const int alike = category_alike(name, [](const std::string& any, std::size_t length) { return any.substr(0, length); });
      if (alike >= 0) return found(alike, cat_index))
MPITCHECK_GIVEN(string_lookup_first_15, MPI_T_category_get_index, "Only 15 characters of category names are compared",
      MPITCHECK_BREAKS(strings_equivalence_on_full_text, strings_input_names_terminated, category_get_index_roundtrip),
      const int alike = category_alike(name, [](const std::string& any, std::size_t) { return any.substr(0, 15); });
      if (alike >= 0) return found(alike, cat_index))
MPITCHECK_GIVEN(string_lookup_spaces_trimmed, MPI_T_category_get_index, "The look-up of a category ignores spaces after the name",
      MPITCHECK_BREAKS(strings_input_names_terminated),
      const int alike = category_alike(name, [](const std::string& any, std::size_t) { return any.substr(0, any.find_last_not_of(' ') + 1); });
      if (alike >= 0) return found(alike, cat_index))
MPITCHECK_AFTER(string_lookup_pvar_last_ignored, MPI_T_pvar_get_index, "The last character of a pvar's name is ignored", MPITCHECK_BREAKS(strings_input_names_terminated),
      if (code != MPI_SUCCESS && *name != '\0') code = real.MPI_T_pvar_get_index(std::string(name, std::strlen(name) - 1).c_str(), var_class,
          pvar_index))

// --- Texts read into a buffer
MPITCHECK_TEXT(string_null_beyond, MPI_T_cvar_get_info, name, "The null of a cut name is written after the buffer",
     MPITCHECK_BREAKS(strings_at_most_n_minus_1, strings_n_equals_1), if (text.is_cut()) text.buffer[text.given] = '\0')
MPITCHECK_TEXT(string_cut_without_null, MPI_T_pvar_get_info, name, "A cut name fills the buffer and has no null",
     MPITCHECK_BREAKS(strings_at_most_n_minus_1, strings_truncation_keeps_prefix, strings_n_equals_1, strings_exact_fit),
     if (text.is_cut()) text.buffer[text.given - 1] = 'x')
MPITCHECK_TEXT(string_one_byte_without_null, MPI_T_enum_get_item, name, "An item name in a buffer of one byte has no null",
     MPITCHECK_BREAKS(strings_n_equals_1, strings_at_most_n_minus_1, strings_truncation_keeps_prefix),
     if (text.is_cut() && text.given == 1) text.buffer[0] = 'x')
MPITCHECK_TEXT(string_rest_cleared, MPI_T_cvar_get_info, desc, "One byte too many is cleared after a short description",
     MPITCHECK_BREAKS(strings_at_most_n_minus_1),
     if (text.fits()) std::memset(text.buffer + text.full, 0, static_cast<std::size_t>(text.given - text.full + 1)))
MPITCHECK_TEXT(string_before_buffer, MPI_T_category_get_info, desc, "The byte before the buffer of a description is cleared", MPITCHECK_BREAKS(strings_at_most_n_minus_1),
     if (text.is_cut()) text.buffer[-1] = '\0')
MPITCHECK_TEXT(string_cut_one_short, MPI_T_category_get_info, name, "A cut name loses a character more than it must",
     MPITCHECK_BREAKS(strings_truncation_keeps_prefix, strings_exact_fit), if (text.is_cut() && text.given > 1) text.buffer[text.given - 2] = '\0')
MPITCHECK_TEXT(string_cut_to_its_end, MPI_T_source_get_info, name, "A cut name of a source is shifted",
     MPITCHECK_BREAKS(strings_truncation_keeps_prefix, strings_exact_fit, source_info_strings, strings_n_equals_1),
     if (text.is_cut() && text.given > 2) std::memmove(text.buffer, text.buffer + 1, static_cast<std::size_t>(text.given - 1)))
MPITCHECK_TEXT(string_cut_to_nothing, MPI_T_enum_get_info, name, "A name that does not fit is not delivered at all",
     MPITCHECK_BREAKS(strings_truncation_keeps_prefix, strings_exact_fit), if (text.is_cut()) text.buffer[0] = '\0')
MPITCHECK_TEXT(string_cut_with_dots, MPI_T_cvar_get_info, name, "A cut name ends in dots", MPITCHECK_BREAKS(strings_truncation_keeps_prefix, strings_exact_fit),
     if (text.is_cut() && text.given > 8) std::memcpy(text.buffer + text.given - 4, "...", 3))
MPITCHECK_TEXT(string_fit_one_short, MPI_T_event_get_info, name, "A buffer that just fits loses the last character of a name",
     MPITCHECK_BREAKS(strings_exact_fit, strings_two_step_read),
     if (text.is_read() && text.given == text.full && text.full > 1) text.buffer[text.full - 2] = '\0')
MPITCHECK_TEXT(string_fit_item_one_short, MPI_T_enum_get_item, name, "A buffer that just fits loses an item's last character",
     MPITCHECK_BREAKS(strings_exact_fit, strings_two_step_read),
     if (text.is_read() && text.given == text.full && text.full > 1) text.buffer[text.full - 2] = '\0')
MPITCHECK_TEXT(string_cut_length_of_text, MPI_T_cvar_get_info, name, "The length of a cut name does not include the null",
      MPITCHECK_BREAKS(strings_length_out_on_truncation),
     if (text.is_cut()) *text.length = text.full - 1)
MPITCHECK_TEXT(string_cut_length_stored, MPI_T_pvar_get_info, name, "The length of a cut name is that of what was stored",
     MPITCHECK_BREAKS(strings_length_out_on_truncation), if (text.is_cut()) *text.length = text.given - 1)
MPITCHECK_TEXT(string_cut_length_zero, MPI_T_event_get_info, name, "The length of a cut name is 0", MPITCHECK_BREAKS(strings_length_out_on_truncation),
     if (text.is_cut()) *text.length = 0)
MPITCHECK_TEXT(string_fit_length_of_text, MPI_T_category_get_info, name, "The length of a name that fits does not include the null",
     MPITCHECK_BREAKS(strings_length_out_on_fit, strings_two_step_read), if (text.fits()) *text.length = text.full - 1)
MPITCHECK_TEXT(string_fit_length_rest, MPI_T_source_get_info, name, "The length of a name that fits is the rest of the buffer",
     MPITCHECK_BREAKS(strings_length_out_on_fit), if (text.fits()) *text.length = text.given == text.full ? text.full : text.given - text.full)

// --- Functions that return a code of another group of functions
MPITCHECK_CODE(errors_cvar_look_up_code, MPI_T_cvar_get_index, "MPI_T_cvar_get_index returns MPI_T_ERR_PVAR_NO_WRITE for an unknown name",
     MPITCHECK_BREAKS(errors_query_row, cvar_get_index_unknown), refused_as(MPI_T_ERR_PVAR_NO_WRITE, code))
MPITCHECK_CODE(errors_category_look_up_code, MPI_T_category_get_index, "MPI_T_category_get_index returns MPI_T_ERR_OUT_OF_SESSIONS for an unknown name",
     MPITCHECK_BREAKS(errors_query_row, category_get_index_unknown), refused_as(MPI_T_ERR_OUT_OF_SESSIONS, code))
MPITCHECK_CODE(errors_pvar_query_code, MPI_T_pvar_get_info, "MPI_T_pvar_get_info returns MPI_T_ERR_INVALID_HANDLE for a bad index",
     MPITCHECK_BREAKS(errors_query_row, pvar_info_bad_index), refused_as(MPI_T_ERR_INVALID_HANDLE, code))
MPITCHECK_CODE(errors_cvar_handle_code, MPI_T_cvar_handle_alloc, "MPI_T_cvar_handle_alloc returns MPI_T_ERR_CVAR_SET_NOT_NOW for a bad index",
     MPITCHECK_BREAKS(errors_handle_row, cvar_handle_bad_index), refused_as(MPI_T_ERR_CVAR_SET_NOT_NOW, code))
MPITCHECK_CODE(errors_pvar_handle_code, MPI_T_pvar_handle_alloc, "MPI_T_pvar_handle_alloc returns MPI_T_ERR_PVAR_NO_STARTSTOP for a bad index",
     MPITCHECK_BREAKS(errors_handle_row, pvar_handle_bad_index), refused_as(MPI_T_ERR_PVAR_NO_STARTSTOP, code))
MPITCHECK_CODE(errors_cvar_write_code, MPI_T_cvar_write, "MPI_T_cvar_write refuses with MPI_T_ERR_PVAR_NO_WRITE, the code of pvars",
     MPITCHECK_BREAKS(errors_cvar_access_row, cvar_write_constant_refused, cvar_write_readonly_refused), refused_as(MPI_T_ERR_PVAR_NO_WRITE, code))
MPITCHECK_CODE(errors_cvar_read_code, MPI_T_cvar_read, "Each seventh MPI_T_cvar_read returns MPI_T_ERR_OUT_OF_HANDLES",
     MPITCHECK_BREAKS(errors_cvar_access_row, cvar_read_delivers_value, cvar_read_any_scope), times() % 7 == 0 ? MPI_T_ERR_OUT_OF_HANDLES : code)
MPITCHECK_CODE(errors_pvar_start_code, MPI_T_pvar_start, "MPI_T_pvar_start refuses with MPI_T_ERR_PVAR_NO_WRITE instead of NO_STARTSTOP",
     MPITCHECK_BREAKS(errors_pvar_access_row, pvar_continuous_no_startstop), code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_PVAR_NO_WRITE : code)
MPITCHECK_CODE(errors_pvar_stop_code, MPI_T_pvar_stop, "MPI_T_pvar_stop refuses with MPI_T_ERR_PVAR_NO_ATOMIC instead of NO_STARTSTOP",
     MPITCHECK_BREAKS(errors_pvar_access_row, pvar_continuous_no_startstop), code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_PVAR_NO_ATOMIC : code)
MPITCHECK_CODE(errors_pvar_write_code, MPI_T_pvar_write, "MPI_T_pvar_write refuses with MPI_T_ERR_PVAR_NO_STARTSTOP instead of NO_WRITE",
     MPITCHECK_BREAKS(errors_pvar_access_row, pvar_write_refused_code), code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_PVAR_NO_STARTSTOP : code)
MPITCHECK_CODE(errors_pvar_reset_code, MPI_T_pvar_reset, "MPI_T_pvar_reset refuses with MPI_T_ERR_PVAR_NO_ATOMIC instead of NO_WRITE",
     MPITCHECK_BREAKS(errors_pvar_access_row, pvar_reset_refused_code), code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_PVAR_NO_ATOMIC : code)
MPITCHECK_CODE(errors_pvar_readreset_code, MPI_T_pvar_readreset, "MPI_T_pvar_readreset refuses with NO_STARTSTOP instead of NO_ATOMIC",
     MPITCHECK_BREAKS(errors_pvar_access_row, pvar_readreset_not_atomic_code), code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_T_ERR_PVAR_NO_STARTSTOP : code)
MPITCHECK_CODE(errors_source_timestamp_code, MPI_T_source_get_timestamp, "MPI_T_source_get_timestamp returns MPI_T_ERR_INVALID_HANDLE for a bad index",
     MPITCHECK_BREAKS(errors_source_row, source_timestamp_invalid_index), code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID_HANDLE : code)
MPITCHECK_CODE(errors_source_info_code, MPI_T_source_get_info, "MPI_T_source_get_info returns MPI_T_ERR_INVALID_SESSION for a bad index",
     MPITCHECK_BREAKS(errors_source_row, source_info_invalid_index), code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID_SESSION : code)

MPITCHECK_CODE(errors_null_pvar_read_code, MPI_T_pvar_read, "MPI_T_pvar_read returns MPI_T_ERR_PVAR_NO_WRITE for the null handle",
     MPITCHECK_BREAKS(errors_pvar_access_row, pvar_access_bad_arguments), handle == MPI_T_PVAR_HANDLE_NULL ? refused_as(MPI_T_ERR_PVAR_NO_WRITE, code) : code)
MPITCHECK_CODE(errors_null_pvar_free_code, MPI_T_pvar_handle_free, "MPI_T_pvar_handle_free returns MPI_T_ERR_CVAR_SET_NEVER for the null handle",
     MPITCHECK_BREAKS(errors_handle_row, pvar_handle_bad_session), *handle == MPI_T_PVAR_HANDLE_NULL ? refused_as(MPI_T_ERR_CVAR_SET_NEVER, code) : code)

// --- Codes that the interface does not have
MPITCHECK_CODE(errors_null_session_is_mpi_arg, MPI_T_pvar_session_free, "MPI_T_pvar_session_free returns MPI_ERR_ARG for the null session",
     MPITCHECK_BREAKS(errors_table_only, pvar_session_codes), refused_as(MPI_ERR_ARG, code))
MPITCHECK_CODE(errors_bad_category_is_negative, MPI_T_category_get_pvars, "MPI_T_category_get_pvars returns -2 for a bad index",
     MPITCHECK_BREAKS(errors_table_only), refused_as(-2, code))
MPITCHECK_CODE(errors_number_is_a_class_at_times, MPI_T_cvar_get_num, "Each second MPI_T_cvar_get_num returns 16, an error class of MPI",
     MPITCHECK_BREAKS(general_specific_reason_code, cvar_num_nonnegative), times() % 2 == 0 ? 16 : code)

// --- Functions that must never return MPI_T_ERR_NOT_ACCESSIBLE, and do
#ifdef MPITCHECK_DECLARES_MPI_T_ERR_NOT_ACCESSIBLE
MPITCHECK_CODE(errors_all_starts_inaccessible, MPI_T_pvar_start, "MPI_T_pvar_start returns MPI_T_ERR_NOT_ACCESSIBLE for MPI_T_PVAR_ALL_HANDLES",
     MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_start_all_empty_ok, pvar_start_all_failure_code),
     handle == MPI_T_PVAR_ALL_HANDLES && code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_bad_source_inaccessible, MPI_T_source_get_timestamp, "MPI_T_source_get_timestamp returns MPI_T_ERR_NOT_ACCESSIBLE for a bad index",
     MPITCHECK_BREAKS(event_safety_exempt_functions, errors_source_row, source_timestamp_invalid_index),
     code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_ROW(errors_pvar_read_inaccessible, "MPI_T_pvar_read returns MPI_T_ERR_NOT_ACCESSIBLE for a pvar bound to a communicator",
    MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_read_delivers_value),
    static MPI_T_pvar_handle bound = MPI_T_PVAR_HANDLE_NULL; MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, if (obj_handle) bound = *handle);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_read, if (handle == bound) return MPI_T_ERR_NOT_ACCESSIBLE))
MPITCHECK_CODE(errors_pvar_start_inaccessible, MPI_T_pvar_start, "MPI_T_pvar_start returns MPI_T_ERR_NOT_ACCESSIBLE for continuous pvars",
     MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_continuous_no_startstop), code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_pvar_stop_inaccessible, MPI_T_pvar_stop, "MPI_T_pvar_stop returns MPI_T_ERR_NOT_ACCESSIBLE for continuous pvars",
     MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_continuous_no_startstop), code == MPI_T_ERR_PVAR_NO_STARTSTOP ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_pvar_write_inaccessible, MPI_T_pvar_write, "MPI_T_pvar_write returns MPI_T_ERR_NOT_ACCESSIBLE for read-only pvars",
     MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_write_refused_code), code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_pvar_reset_inaccessible, MPI_T_pvar_reset, "MPI_T_pvar_reset returns MPI_T_ERR_NOT_ACCESSIBLE for read-only pvars before MPI_Init",
     MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_reset_refused_code),
     code == MPI_T_ERR_PVAR_NO_WRITE && !mpi_was_initialized() ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_pvar_readreset_inaccessible, MPI_T_pvar_readreset, "MPI_T_pvar_readreset returns MPI_T_ERR_NOT_ACCESSIBLE for pvars that are not atomic",
     MPITCHECK_BREAKS(event_safety_exempt_functions, pvar_readreset_not_atomic_code), code == MPI_T_ERR_PVAR_NO_ATOMIC ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_source_timestamp_inaccessible, MPI_T_source_get_timestamp, "MPI_T_source_get_timestamp returns MPI_T_ERR_NOT_ACCESSIBLE after MPI_Init",
     MPITCHECK_BREAKS(event_safety_exempt_functions, source_timestamp_success, source_timestamp_not_supported),
     code == MPI_SUCCESS && mpi_is_up() ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_event_read_inaccessible, MPI_T_event_read, "MPI_T_event_read returns MPI_T_ERR_NOT_ACCESSIBLE inside a callback",
     MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_read), code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_event_copy_inaccessible, MPI_T_event_copy, "Each second MPI_T_event_copy returns MPI_T_ERR_NOT_ACCESSIBLE inside a callback",
     MPITCHECK_BREAKS(event_safety_exempt_functions), times() % 2 == 0 ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_event_timestamp_inaccessible, MPI_T_event_get_timestamp, "MPI_T_event_get_timestamp returns MPI_T_ERR_NOT_ACCESSIBLE inside a callback",
     MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_timestamp), code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code)
MPITCHECK_CODE(errors_event_source_inaccessible, MPI_T_event_get_source, "MPI_T_event_get_source returns MPI_T_ERR_NOT_ACCESSIBLE inside a callback",
     MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_source), code == MPI_SUCCESS ? MPI_T_ERR_NOT_ACCESSIBLE : code)
#endif

// --- Return codes as numbers among the error classes of MPI
MPITCHECK_OUTPUT(errors_user_class_clashes, MPI_Add_error_class, "MPI_Add_error_class gives a return code of the interface", MPITCHECK_BREAKS(errors_no_overlap_with_mpi),
       *errorclass = MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_OUTPUT(errors_third_user_code_clashes, MPI_Add_error_code, "The third call of MPI_Add_error_code gives a return code of the interface",
       MPITCHECK_BREAKS(errors_no_overlap_with_mpi), if (times() == 3) *errorcode = MPI_T_ERR_PVAR_NO_ATOMIC)
MPITCHECK_ROW(errors_class_of_code_is_other, "In an MPI 4.0 one return code of the interface has the error class MPI_ERR_OTHER", MPITCHECK_BREAKS(errors_are_classes),
    MPITCHECK_AFTER_OF(MPI_Get_version, claim_at_most_4_0(version, subversion));
    MPITCHECK_AFTER_OF(MPI_Error_class, if (errorcode == MPI_T_ERR_CVAR_SET_NEVER) *errorclass = MPI_ERR_OTHER))
MPITCHECK_ROW(errors_text_of_code_is_empty, "In an MPI 4.0 one return code of the interface has an empty text", MPITCHECK_BREAKS(errors_are_classes),
    MPITCHECK_AFTER_OF(MPI_Get_version, claim_at_most_4_0(version, subversion));
    MPITCHECK_AFTER_OF(MPI_Error_string, if (errorcode == MPI_T_ERR_PVAR_NO_ATOMIC) string[0] = '\0', *resultlen = 0))
MPITCHECK_ROW(errors_class_of_code_needs_mpi, "In an MPI 4.0 the codes have their own classes only while MPI is initialized", MPITCHECK_BREAKS(errors_classes_always),
    MPITCHECK_AFTER_OF(MPI_Get_version, claim_at_most_4_0(version, subversion));
    MPITCHECK_AFTER_OF(MPI_Error_class, if (!mpi_is_up()) *errorclass = MPI_ERR_UNKNOWN))
MPITCHECK_ROW(errors_text_of_code_ends_with_mpi, "In an MPI 4.0 MPI_Error_string ends the process after MPI_Finalize", MPITCHECK_BREAKS(errors_classes_always),
    MPITCHECK_AFTER_OF(MPI_Get_version, claim_at_most_4_0(version, subversion));
    MPITCHECK_GIVEN_OF(MPI_Error_string, if (mpi_was_finalized()) std::abort()))
MPITCHECK_GIVEN(errors_text_shared, MPI_Error_string, "Two return codes of the interface have one text", MPITCHECK_BREAKS(errors_text_unique),
      if (errorcode == MPI_T_ERR_INVALID_SESSION) errorcode = MPI_T_ERR_INVALID_HANDLE)
#ifdef MPITCHECK_DECLARES_MPI_T_ERR_INVALID_ITEM
MPITCHECK_CODE(errors_invalid_item_returned, MPI_T_enum_get_item, "MPI_T_enum_get_item returns the deprecated MPI_T_ERR_INVALID_ITEM for a bad index",
     MPITCHECK_BREAKS(errors_invalid_item_deprecated), code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID_ITEM : code)
#endif

// --- Verbosity, binding and datatype of variables and event types
MPITCHECK_OUTPUT(verbosity_unknown_cvar, MPI_T_cvar_get_info, "The verbosity of the last cvar is not a constant of MPI_T",
      MPITCHECK_BREAKS(verbosity_reported_is_constant),
       if (is_last_cvar(cvar_index)) set(verbosity, no_constant))
MPITCHECK_OUTPUT(verbosity_unknown_pvar_after_init, MPI_T_pvar_get_info, "After MPI_Init the verbosity of the last pvar is not a constant of MPI_T",
       MPITCHECK_BREAKS(verbosity_reported_is_constant), if (is_last_pvar(pvar_index) && mpi_was_initialized()) set(verbosity, no_constant))
MPITCHECK_OUTPUT(verbosity_unknown_event, MPI_T_event_get_info, "The verbosity of the first event type is not a constant of MPI_T",
      MPITCHECK_BREAKS(verbosity_reported_is_constant),
       if (event_index == 0) set(verbosity, no_constant))
MPITCHECK_OUTPUT(verbosity_above_all, MPI_T_cvar_get_info, "MPIDEV_ALL is reported as the number above it", MPITCHECK_BREAKS(verbosity_reported_is_constant),
       if (verbosity && *verbosity == MPI_T_VERBOSITY_MPIDEV_ALL) ++*verbosity)
MPITCHECK_OUTPUT(binding_unknown_cvar, MPI_T_cvar_get_info, "The binding of the last cvar is not a constant of MPI_T",
      MPITCHECK_BREAKS(binding_reported_is_constant),
       if (is_last_cvar(cvar_index)) set(bind, no_constant))
MPITCHECK_OUTPUT(binding_unknown_pvar_after_init, MPI_T_pvar_get_info, "After MPI_Init the binding of the last pvar is not a constant of MPI_T",
       MPITCHECK_BREAKS(binding_reported_is_constant), if (is_last_pvar(pvar_index) && mpi_was_initialized()) set(bind, no_constant))
MPITCHECK_OUTPUT(binding_unknown_event, MPI_T_event_get_info, "The binding of the first event type is not a constant of MPI_T",
      MPITCHECK_BREAKS(binding_reported_is_constant),
       if (event_index == 0) set(bind, no_constant))
MPITCHECK_OUTPUT(datatype_long_cvar, MPI_T_cvar_get_info, "Unsigned long cvars are reported as MPI_LONG", MPITCHECK_BREAKS(datatype_allowed_set),
       if (datatype && *datatype == MPI_UNSIGNED_LONG) *datatype = MPI_LONG)
MPITCHECK_OUTPUT(datatype_float_pvar, MPI_T_pvar_get_info, "The last pvar is reported as MPI_FLOAT", MPITCHECK_BREAKS(datatype_allowed_set),
       if (is_last_pvar(pvar_index)) set(datatype, MPI_FLOAT))
MPITCHECK_OUTPUT(datatype_null_cvar, MPI_T_cvar_get_info, "The last cvar is reported as MPI_DATATYPE_NULL", MPITCHECK_BREAKS(datatype_allowed_set),
       if (is_last_cvar(cvar_index)) set(datatype, MPI_DATATYPE_NULL))
MPITCHECK_OUTPUT(datatype_changes_in_init, MPI_T_cvar_get_info, "Before MPI_Init unsigned long cvars are reported as unsigned long long",
       MPITCHECK_BREAKS(datatype_usable_before_mpi_init, cvar_info_immutable),
       if (datatype && !mpi_was_initialized() && *datatype == MPI_UNSIGNED_LONG) *datatype = MPI_UNSIGNED_LONG_LONG)
MPITCHECK_OUTPUT(datatype_null_before_init, MPI_T_pvar_get_info, "Before MPI_Init pvars have no datatype",
       MPITCHECK_BREAKS(datatype_usable_before_mpi_init, datatype_allowed_set), if (!mpi_was_initialized()) set(datatype, MPI_DATATYPE_NULL))

// --- Binding variables to objects, and the counts that allocations return
MPITCHECK_GIVEN(binding_cvar_wants_object, MPI_T_cvar_handle_alloc, "A cvar bound to no object requires an object",
      MPITCHECK_BREAKS(binding_no_object_is_process_wide, cvar_handle_count, cvar_read_any_scope),
      if (!obj_handle && is_last_cvar(cvar_index + 1)) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_GIVEN(binding_pvar_wants_object_early, MPI_T_pvar_handle_alloc, "Before MPI_Init a pvar bound to no object requires an object",
      MPITCHECK_BREAKS(binding_no_object_is_process_wide), if (!obj_handle && !mpi_was_initialized()) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_GIVEN(binding_cvar_object_refused, MPI_T_cvar_handle_alloc, "A cvar bound to no object refuses an address that is given",
      MPITCHECK_BREAKS(binding_object_ignored_if_no_object), if (obj_handle && cvar_needs_no_object(cvar_index)) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_VALUE(binding_cvar_object_alters_value, "A cvar bound to no object has another value if an address is given",
      MPITCHECK_BREAKS(binding_object_ignored_if_no_object),
      if (cvar.bind == MPI_T_BIND_NO_OBJECT && cvar.with_object) value[0] ^= 1)
MPITCHECK_GIVEN(binding_pvar_object_refused, MPI_T_pvar_handle_alloc, "A pvar bound to no object refuses an address that is given",
      MPITCHECK_BREAKS(binding_object_ignored_if_no_object),
      if (obj_handle && pvar_is_bound_to(MPI_T_BIND_NO_OBJECT, pvar_index)) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_OUTPUT(binding_pvar_object_alters_count, MPI_T_pvar_handle_alloc, "A pvar bound to no object has one more element if an address is given",
       MPITCHECK_BREAKS(binding_object_ignored_if_no_object), if (obj_handle && pvar_is_bound_to(MPI_T_BIND_NO_OBJECT, pvar_index)) ++*count)
MPITCHECK_ROW(binding_comm_one_handle, "A cvar has one handle for all communicators", MPITCHECK_BREAKS(binding_exactly_one_object),
    static std::map<int, MPI_T_cvar_handle> first; follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { const int code = alloc_cvar(cvar_index, obj_handle, handle, count);
        if (code == MPI_SUCCESS && cvar_of(*handle)->bind == MPI_T_BIND_MPI_COMM) *handle = first.emplace(cvar_index, *handle).first->second;
        return code; };
    MPITCHECK_REPLACE(MPI_T_cvar_handle_free) { const OpenCvar* const cvar = cvar_of(*handle);
        if (!cvar || cvar->bind != MPI_T_BIND_MPI_COMM) return free_cvar(handle); *handle = MPI_T_CVAR_HANDLE_NULL; return MPI_SUCCESS; })
MPITCHECK_GIVEN(binding_comm_world_only, MPI_T_pvar_handle_alloc, "Only MPI_COMM_WORLD can be bound to a pvar", MPITCHECK_BREAKS(binding_exactly_one_object),
      if (obj_handle && pvar_is_bound_to(MPI_T_BIND_MPI_COMM, pvar_index) && *static_cast<MPI_Comm*>(obj_handle) != MPI_COMM_WORLD)
          return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_ROW(datatype_text_count_without_null, "The count of a text does not include its null",
    MPITCHECK_BREAKS(datatype_char_count_covers_max, datatype_char_is_string, datatype_value_layout, cvar_read_delivers_value),
    follow_cvar_handles(mpi);
    MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) { const int code = alloc_cvar(cvar_index, obj_handle, handle, count);
        const int length = code == MPI_SUCCESS ? text_length(*handle) : -1; if (length >= 0) *count = length; return code; })
MPITCHECK_ROW(datatype_pvar_beyond, "A read of a pvar writes one element more than its count", MPITCHECK_BREAKS(datatype_value_layout),
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, pvar_ends[*handle] = 8 * static_cast<std::size_t>(*count));
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_read, write_behind(buf, handle)))
MPITCHECK_ROW(datatype_readreset_beyond, "MPI_T_pvar_readreset writes an element more than the count", MPITCHECK_BREAKS(datatype_value_layout),
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, pvar_ends[*handle] = 8 * static_cast<std::size_t>(*count));
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_readreset, write_behind(buf, handle)))
// clang-format on

MPITCHECK_FAULT(datatype_text_count_of_value, "The count of a text is that of its current value",
                clause::datatype_char_count_covers_max) {
  follow_cvar_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_cvar_handle_alloc) {
    const int code = alloc_cvar(cvar_index, obj_handle, handle, count);
    const int length = code == MPI_SUCCESS ? text_length(*handle) : -1;
    if (length >= 0) open_cvars()[*handle].count = *count = length + 1;
    return code;
  };
  MPITCHECK_REPLACE(MPI_T_cvar_read) {
    const OpenCvar* const cvar = cvar_of(handle);
    if (cvar == nullptr || !cvar->is_text()) return MPITCHECK_REAL(MPI_T_cvar_read);
    std::vector<char> value(65536);
    const int code = real.MPI_T_cvar_read(handle, value.data());
    if (code == MPI_SUCCESS) std::memcpy(buf, value.data(), cvar->bytes());
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of event types: their list, what queries return, their membership in categories, the data
// of instances, hints, and calls inside callbacks.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/event/event_callbacks.hpp"

namespace mpitcheck::faults {
namespace {

// The code of a library that does not check whether it is initialized.
int unless_down(int code) { return code == MPI_T_ERR_NOT_INITIALIZED ? MPI_SUCCESS : code; }

int swapped_event(int index) { return mpi_was_initialized() ? swapped(index, event_num()) : index; }

// The first event type whose name begins with `beginning`; -1 if there is none.
int event_beginning_with(const std::string& beginning) {
  for (int i = 0; i < event_num(); ++i) {
    const std::string name = text_from([=](char* buffer, int* length) {
      return real.MPI_T_event_get_info(i, buffer, length, nullptr, nullptr, nullptr, nullptr,
                                       nullptr, nullptr, nullptr, nullptr, nullptr);
    });
    if (name.starts_with(beginning)) return i;
  }
  return -1;
}

bool lacks_desc(int index) {
  int length = 0;
  return real.MPI_T_event_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr, &length, nullptr) == MPI_SUCCESS &&
         length == 1;
}

void free_of(const MPI_Info* info) {
  if (info == nullptr || *info == MPI_INFO_NULL) return;
  MPI_Info copy = *info;
  took_effect();
  PMPI_Info_free(&copy);
}

MPI_Count ticks_of(int source) {
  MPI_T_source_order ordering{};
  MPI_Count ticks = 0, most = 0;
  return real.MPI_T_source_get_info(source, nullptr, nullptr, nullptr, nullptr, &ordering, &ticks,
                                    &most, nullptr) == MPI_SUCCESS
             ? ticks
             : 0;
}

// Gives the last event type an enumeration with `items` items. name_of(item) may return null.
template <int items, class NameOf>
void offer_own_enum(Interface& mpi, NameOf) {
  MPITCHECK_OUTPUT_OF(MPI_T_event_get_info,
                      if (is_last_event(event_index)) set(enumtype, own_enum()));
  MPITCHECK_REPLACE(MPI_T_enum_get_info) {
    if (enumtype != own_enum()) return MPITCHECK_REAL(MPI_T_enum_get_info);
    set(num, items);
    return_text("own", name, name_len);
    return MPI_SUCCESS;
  };
  MPITCHECK_REPLACE(MPI_T_enum_get_item) {
    if (enumtype != own_enum()) return MPITCHECK_REAL(MPI_T_enum_get_item);
    const char* const text = NameOf{}(index);
    if (text == nullptr) return MPI_T_ERR_INVALID_INDEX;
    set(value, index);
    return_text(text, name, name_len);
    return MPI_SUCCESS;
  };
}

// All elements of an event type, regardless of the tool's arguments.
struct Elements {
  explicit Elements(int index) {
    if (real.MPI_T_event_get_info(index, nullptr, nullptr, nullptr, datatypes.data(),
                                  displacements.data(), &count, nullptr, nullptr, nullptr, nullptr,
                                  nullptr) != MPI_SUCCESS) {
      count = 0;
    }
  }
  [[nodiscard]] int size() const {
    return std::clamp(count, 0, static_cast<int>(datatypes.size()));
  }

  std::array<MPI_Datatype, 64> datatypes{};
  std::array<MPI_Aint, 64> displacements{};
  int count = 64;
};

// The number of event types that a category reports.
int event_members(int category) {
  int count = 0;
  const int code = real.MPI_T_category_get_num_events(category, &count);
  return code == MPI_SUCCESS ? count : 0;
}

// The number of event types in a list of that length.
int listed(int category, int len, const int* indices) {
  return indices == nullptr ? 0 : std::clamp(event_members(category), 0, std::max(len, 0));
}

void list_event_of_others(int category, int len, int* indices) {
  const int filled = listed(category, len, indices);
  if (filled == 0 || len >= event_members(category)) return;
  std::vector<int> all(static_cast<std::size_t>(event_members(category)));
  real.MPI_T_category_get_events(category, static_cast<int>(all.size()), all.data());
  for (int other = 0; other < event_num(); ++other) {
    if (std::find(all.begin(), all.end(), other) == all.end()) indices[filled - 1] = other;
  }
}

// The number of bytes that a read of the element writes; 0 if it fails.
std::size_t width_of(MPI_T_event_instance instance, int element) {
  std::array<std::array<char, 16>, 2> probes;
  probes[0].fill('\0');
  probes[1].fill('\1');
  for (auto& probe : probes) {
    if (real.MPI_T_event_read(instance, element, probe.data()) != MPI_SUCCESS) return 0;
  }
  std::size_t width = 0;
  while (width < probes[0].size() && probes[0][width] == probes[1][width]) ++width;
  return width;
}

int element_num(MPI_T_event_instance instance) {
  int count = 0;
  while (count < 64 && width_of(instance, count) != 0) ++count;
  return count;
}

// Copies an instance into its own buffer. The end is the first byte that a copy does not write.
struct Copy {
  explicit Copy(MPI_T_event_instance instance) {
    bytes.fill('\0');
    code = real.MPI_T_event_copy(instance, bytes.data());
    std::array<char, 2048> other;
    other.fill('\1');
    if (code == MPI_SUCCESS) real.MPI_T_event_copy(instance, other.data());
    end = bytes.size();
    while (end > 0 && bytes[end - 1] != other[end - 1]) --end;
  }

  std::array<char, 2048> bytes;
  std::size_t end;
  int code;
};

void take_away(MPI_Info* info) {
  if (info == nullptr) return;
  took_effect();
  PMPI_Info_free(info);
  *info = MPI_INFO_NULL;
}

// Sets a hint that only these faults have, or, if `value` is null, sets none.
void hint(const MPI_Info* info, const char* value) {
  if (info == nullptr) return;
  took_effect();
  if (value != nullptr) PMPI_Info_set(*info, "fault_own_hint", value);
}

constexpr int no_callback = -1;
thread_local int rank_inside = no_callback;  // rank of the innermost callback that the MPI is in

void watch_callbacks(Interface& mpi) {
  change_deliveries(mpi, [](const Delivery& it) {
    const int outside = rank_inside;
    rank_inside = rank_of(it.safety);
    it.deliver();
    rank_inside = outside;
  });
}

// ELEMENTS(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): run after a successful query.
// The arrays had `room` entries, and `filled` of them were written.
#define ELEMENTS(id, brief, breaks, ...) MPITCHECK_ROW(id, brief, breaks, ELEMENTS_OF(__VA_ARGS__))
#define ELEMENTS_OF(...)                                                                         \
  MPITCHECK_REPLACE(MPI_T_event_get_info) {                                                      \
    const int room = room_of(num_elements);                                                      \
    const int code = MPITCHECK_REAL(MPI_T_event_get_info);                                       \
    if (code == MPI_SUCCESS) {                                                                   \
      [[maybe_unused]] const int filled = num_elements ? std::clamp(room, 0, *num_elements) : 0; \
      __VA_ARGS__;                                                                               \
    }                                                                                            \
    return code;                                                                                 \
  }

// All queries of hints return the same object.
#define SHARED_INFO_OF(function)                     \
  static MPI_Info shared = MPI_INFO_NULL;            \
  MPITCHECK_REPLACE(function) {                      \
    MPI_Info* const wanted = info;                   \
    if (shared != MPI_INFO_NULL) info = nullptr;     \
    const int code = MPITCHECK_REAL(function);       \
    if (code == MPI_SUCCESS && wanted != nullptr) {  \
      if (shared == MPI_INFO_NULL) shared = *wanted; \
      *wanted = shared;                              \
    }                                                \
    return code;                                     \
  }

// INSIDE(id, function, "brief", MPITCHECK_BREAKS(clause, ...), expression): MPITCHECK_CODE that
// knows rank_inside.
#define INSIDE(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, watch_callbacks(mpi); MPITCHECK_CODE_OF(function, __VA_ARGS__))

// clang-format off
// --- Their number, indices and look-up
MPITCHECK_CODE(event_num_fails, MPI_T_event_get_num, "MPI_T_event_get_num fails", MPITCHECK_BREAKS(event_num_success, event_outside_mpi),
     code == MPI_SUCCESS && num_events ? MPI_T_ERR_INVALID : code)
MPITCHECK_OUTPUT(event_num_negative, MPI_T_event_get_num, "MPI_T_event_get_num returns a negative number",
      MPITCHECK_BREAKS(event_num_success), set(num_events, -1))
MPITCHECK_OUTPUT(event_num_one_too_many, MPI_T_event_get_num, "MPI_T_event_get_num counts one event type too many", MPITCHECK_BREAKS(event_index_dense),
       if (num_events) ++*num_events)
MPITCHECK_GIVEN(event_last_unknown, MPI_T_event_get_info, "the last event type is an invalid index", MPITCHECK_BREAKS(event_index_dense),
      if (is_last_event(event_index)) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_OUTPUT(event_num_falls_in_init, MPI_T_event_get_num, "MPI_Init removes an event type", MPITCHECK_BREAKS(event_num_monotone),
       if (num_events) { static const int before = *num_events; if (mpi_was_initialized() && before > 0) *num_events = before - 1; })
MPITCHECK_OUTPUT(event_num_zero_after_finalize, MPI_T_event_get_num, "MPI_Finalize removes all event types", MPITCHECK_BREAKS(event_num_monotone),
       if (mpi_was_finalized()) set(num_events, 0))
MPITCHECK_ROW(event_indices_swapped_in_init, "MPI_Init exchanges the indices of the first two event types", MPITCHECK_BREAKS(event_index_stable),
    MPITCHECK_GIVEN_OF(MPI_T_event_get_info, event_index = swapped_event(event_index));
    MPITCHECK_OUTPUT_OF(MPI_T_event_get_index, if (event_index) *event_index = swapped_event(*event_index));
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_alloc, event_index = swapped_event(event_index)))
MPITCHECK_GIVEN(event_last_withdrawn_in_finalize, MPI_T_event_get_info, "the last event type cannot be queried after MPI_Finalize",
      MPITCHECK_BREAKS(event_index_stable, event_index_dense, event_outside_mpi),
      if (mpi_was_finalized() && is_last_event(event_index)) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_OUTPUT(event_lookup_last_off_by_one, MPI_T_event_get_index, "the look-up of the last event type returns the index before it",
       MPITCHECK_BREAKS(event_get_index_roundtrip, event_index_stable), if (event_index && *event_index > 0 && is_last_event(*event_index)) --*event_index)
MPITCHECK_AFTER(event_lookup_prefix, MPI_T_event_get_index, "the look-up accepts the beginning of a name", MPITCHECK_BREAKS(event_get_index_unknown),
      const int other = code == MPI_T_ERR_INVALID_NAME && *name != '\0' ? event_beginning_with(name) : -1;
      if (other >= 0) code = found(other, event_index))
MPITCHECK_AFTER(event_lookup_any_case, MPI_T_event_get_index, "the look-up ignores upper and lower case", MPITCHECK_BREAKS(event_get_index_unknown),
      if (code == MPI_T_ERR_INVALID_NAME) code = real.MPI_T_event_get_index(lower(std::string(name)).c_str(), event_index))
MPITCHECK_CODE(event_lookup_empty_name, MPI_T_event_get_index, "the look-up of the empty name finds the first event type", MPITCHECK_BREAKS(event_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME && *name == '\0' && event_num() != 0 ? found(0, event_index) : code)
MPITCHECK_CODE(event_lookup_wrong_code, MPI_T_event_get_index, "the look-up of an unknown name is refused as an invalid index",
      MPITCHECK_BREAKS(event_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code)
MPITCHECK_AFTER(event_lookup_aborts, MPI_T_event_get_index, "the look-up of an unknown name ends the program",
      MPITCHECK_BREAKS(general_failure_not_fatal, event_get_index_unknown), if (code == MPI_T_ERR_INVALID_NAME && mpi_was_initialized()) std::abort())
MPITCHECK_CODE(event_info_wrong_code, MPI_T_event_get_info, "an unknown index is refused as an invalid argument", MPITCHECK_BREAKS(event_info_invalid_index),
     code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID : code)
MPITCHECK_GIVEN(event_info_index_wraps, MPI_T_event_get_info, "index -1 names the last event type", MPITCHECK_BREAKS(event_info_invalid_index),
      if (event_index == -1) event_index = event_num() - 1)

// --- While MPI, or the interface, is not initialized
MPITCHECK_GIVEN(event_num_needs_mpi, MPI_T_event_get_num, "MPI_T_event_get_num fails before MPI_Init", MPITCHECK_BREAKS(event_outside_mpi, event_num_success),
      if (!mpi_was_initialized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(event_lookup_ends_with_mpi, MPI_T_event_get_index, "MPI_T_event_get_index fails after MPI_Finalize",
      MPITCHECK_BREAKS(event_outside_mpi, event_index_stable), if (mpi_was_finalized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(event_info_needs_mpi, MPI_T_event_get_info, "MPI_T_event_get_info fails before MPI_Init", MPITCHECK_BREAKS(event_outside_mpi, event_index_dense),
      if (!mpi_was_initialized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(event_info_ends_with_mpi, MPI_T_event_get_info, "MPI_T_event_get_info fails after MPI_Finalize", MPITCHECK_BREAKS(event_outside_mpi, event_index_stable),
      if (mpi_was_finalized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(source_num_ends_with_mpi, MPI_T_source_get_num, "MPI_T_source_get_num fails after MPI_Finalize", MPITCHECK_BREAKS(event_outside_mpi),
      if (mpi_was_finalized()) return MPI_T_ERR_NOT_INITIALIZED)
MPITCHECK_GIVEN(event_info_object_needs_mpi, MPI_T_event_get_info, "event types have no info objects while MPI is not initialized",
      MPITCHECK_BREAKS(event_info_object, event_outside_mpi), if (info && !mpi_is_up()) return MPI_T_ERR_INVALID)
MPITCHECK_CODE(event_num_while_down, MPI_T_event_get_num, "MPI_T_event_get_num works before MPI_T_init_thread",
     MPITCHECK_BREAKS(event_not_initialized, init_required_first), unless_down(code))
MPITCHECK_CODE(event_alloc_while_down, MPI_T_event_handle_alloc, "MPI_T_event_handle_alloc works before MPI_T_init_thread", MPITCHECK_BREAKS(event_not_initialized),
     unless_down(code))
MPITCHECK_CODE(source_info_while_down, MPI_T_source_get_info, "MPI_T_source_get_info works before MPI_T_init_thread", MPITCHECK_BREAKS(event_not_initialized),
     unless_down(code))
MPITCHECK_CODE(category_events_while_down, MPI_T_category_get_events, "MPI_T_category_get_events works before MPI_T_init_thread", MPITCHECK_BREAKS(event_not_initialized),
     unless_down(code))

// --- Verbosity, binding, enumeration, info object; outputs that are NULL
MPITCHECK_GIVEN(event_null_verbosity_refused, MPI_T_event_get_info, "NULL for verbosity is refused", MPITCHECK_BREAKS(event_info_null_args),
      if (!verbosity) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_null_name_len_refused, MPI_T_event_get_info, "NULL for name_len is refused",
      MPITCHECK_BREAKS(event_info_null_args, strings_null_length_ignores_buffer), if (!name_len) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_null_desc_len_refused, MPI_T_event_get_info, "NULL for desc_len is refused", MPITCHECK_BREAKS(event_info_null_args),
      if (!desc_len) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_null_bind_refused, MPI_T_event_get_info, "NULL for bind is refused", MPITCHECK_BREAKS(event_info_null_args), if (!bind) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_null_enumtype_refused, MPI_T_event_get_info, "NULL for enumtype is refused", MPITCHECK_BREAKS(event_info_null_args),
      if (!enumtype) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_null_everything_refused, MPI_T_event_get_info, "a query without any output is refused", MPITCHECK_BREAKS(event_info_null_args),
      if (!name && !name_len && !verbosity && !num_elements && !bind) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_null_desc_ends_query, MPI_T_event_get_info, "if desc is NULL, the binding is not returned",
      MPITCHECK_BREAKS(event_info_null_args), if (!desc) bind = nullptr)
MPITCHECK_GIVEN(event_null_info_drops_desc, MPI_T_event_get_info, "if info is NULL, the description is not returned", MPITCHECK_BREAKS(event_info_null_args),
      if (!info) desc = nullptr)
MPITCHECK_OUTPUT(event_verbosity_unknown, MPI_T_event_get_info, "the verbosity of the last event type is not a constant of MPI_T",
      MPITCHECK_BREAKS(event_info_verbosity),
       if (is_last_event(event_index)) set(verbosity, 9999))
MPITCHECK_OUTPUT(event_bind_unknown, MPI_T_event_get_info, "the binding of the last event type is not a constant of MPI_T", MPITCHECK_BREAKS(event_info_bind),
       if (is_last_event(event_index)) set(bind, 9999))
MPITCHECK_OUTPUT(event_verbosity_wavers, MPI_T_event_get_info, "every other query returns another verbosity", MPITCHECK_BREAKS(event_info_repeatable),
       if (verbosity) *verbosity = times() % 2 == 1 ? MPI_T_VERBOSITY_USER_BASIC : MPI_T_VERBOSITY_TUNER_ALL)
MPITCHECK_TEXT(event_desc_counts_queries, MPI_T_event_get_info, desc, "the description contains the number of queries", MPITCHECK_BREAKS(event_info_repeatable),
     if (desc && text.given >= 20) { std::snprintf(desc, static_cast<std::size_t>(text.given), "queried %d times", times()); set(desc_len, 40); })
MPITCHECK_TEXT(event_desc_lost_after_200_queries, MPI_T_event_get_info, desc, "after 200 queries event types lose their descriptions",
     MPITCHECK_BREAKS(event_info_repeatable), if (times() > 200) { if (text.is_read()) desc[0] = '\0'; set(desc_len, 1); })
MPITCHECK_ROW(event_enum_without_items, "the enumeration of an event type has no items", MPITCHECK_BREAKS(event_info_enumtype),
    offer_own_enum<0>(mpi, [](int) -> const char* { return nullptr; }))
MPITCHECK_ROW(event_enum_items_of_one_name, "two items of the enumeration of an event type have one name", MPITCHECK_BREAKS(event_info_enumtype),
    offer_own_enum<3>(mpi, [](int item) { return item == 1 ? "other" : "same"; }))
MPITCHECK_ROW(event_enum_with_a_gap, "an item of the enumeration of an event type is missing", MPITCHECK_BREAKS(event_info_enumtype),
    offer_own_enum<3>(mpi, [](int item) -> const char* { return item == 1 ? nullptr : item == 0 ? "first" : "third"; }))
MPITCHECK_OUTPUT(event_enum_garbage, MPI_T_event_get_info, "the enumeration of an event type is unset memory", MPITCHECK_BREAKS(event_info_enumtype),
       if (is_last_event(event_index)) set(enumtype, handle_of<MPI_T_enum>(0x5A5A5A58UL)))
MPITCHECK_ROW(event_enum_unset_if_null, "enumtype is not written for an event type without an enumeration", MPITCHECK_BREAKS(event_info_enumtype),
    MPITCHECK_REPLACE(MPI_T_event_get_info) { MPI_T_enum own = MPI_T_ENUM_NULL; MPI_T_enum* const wanted = std::exchange(enumtype, &own);
        const int code = MPITCHECK_REAL(MPI_T_event_get_info); if (code == MPI_SUCCESS && own != MPI_T_ENUM_NULL) set(wanted, own); return code; })
MPITCHECK_OUTPUT(event_info_object_freed, MPI_T_event_get_info, "the info object was freed already", MPITCHECK_BREAKS(event_info_object), free_of(info))
MPITCHECK_ROW(event_info_object_shared, "all queries return the same info object", MPITCHECK_BREAKS(event_info_object), SHARED_INFO_OF(MPI_T_event_get_info))
MPITCHECK_OUTPUT(event_differs_between_processes, MPI_T_event_get_info, "processes report different verbosities",
       MPITCHECK_BREAKS(multiprocess_event_identical),
       if (mpi_is_up()) set<int>(verbosity, rank_in_world() == 0 ? MPI_T_VERBOSITY_USER_BASIC : MPI_T_VERBOSITY_TUNER_ALL))

// --- Names and descriptions
MPITCHECK_ROW(event_name_empty, "the last event type has an empty name", MPITCHECK_BREAKS(event_info_name_nonempty),
    MPITCHECK_TEXT_OF(MPI_T_event_get_info, name, if (is_last_event(event_index)) { if (text.is_read()) name[0] = '\0'; set(name_len, 1); });
    MPITCHECK_GIVEN_OF(MPI_T_event_get_index, if (*name == '\0') return found(event_num() - 1, event_index)))
MPITCHECK_TEXT(event_name_twice, MPI_T_event_get_info, name, "the last event type has the name of the one before it",
     MPITCHECK_BREAKS(event_info_name_unique, event_get_index_roundtrip, event_index_stable),
     if (is_last_event(event_index) && event_index != 0) { set(name_len, text.given);
         return real.MPI_T_event_get_info(event_index - 1, name, name_len, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
         nullptr); })
MPITCHECK_TEXT(event_name_length_without_null, MPI_T_event_get_info, name, "the length of the name of an event type lacks the null", MPITCHECK_BREAKS(event_info_strings),
     if (text.is_size_query()) --*name_len)
MPITCHECK_TEXT(event_name_one_byte_beyond, MPI_T_event_get_info, name, "one byte behind the buffer of the name is written",
     MPITCHECK_BREAKS(event_info_strings, strings_at_most_n_minus_1, strings_n_equals_1), if (text.is_brimful()) name[text.given] = '\0')
MPITCHECK_TEXT(event_name_short, MPI_T_event_get_info, name, "a full buffer loses the last character of the name", MPITCHECK_BREAKS(event_info_strings),
     if (text.given >= 2 && text.is_brimful()) name[text.given - 2] = '\0')
MPITCHECK_TEXT(event_desc_not_terminated, MPI_T_event_get_info, desc, "a description that is cut off has no null", MPITCHECK_BREAKS(event_info_strings),
     if (text.is_brimful()) desc[text.given - 1] = '?')
MPITCHECK_TEXT(event_desc_length_untouched, MPI_T_event_get_info, desc, "desc_len is not written when a description is queried",
     MPITCHECK_BREAKS(event_info_strings), if (desc_len && !desc) *desc_len = text.given)
MPITCHECK_TEXT(event_desc_written_at_length_0, MPI_T_event_get_info, desc, "with desc_len 0 a null is written", MPITCHECK_BREAKS(event_info_strings),
     if (text.has_no_room()) desc[0] = '\0')
MPITCHECK_TEXT(event_name_written_at_length_0, MPI_T_event_get_info, name, "with name_len 0 a null is written", MPITCHECK_BREAKS(event_info_strings),
     if (text.has_no_room()) name[0] = '\0')
MPITCHECK_OUTPUT(event_desc_missing_length_0, MPI_T_event_get_info, "a missing description has length 0, without the null", MPITCHECK_BREAKS(event_info_desc_optional),
       if (desc_len && lacks_desc(event_index)) *desc_len = 0)
MPITCHECK_GIVEN(event_desc_missing_untouched, MPI_T_event_get_info, "a missing description does not write to the buffer",
      MPITCHECK_BREAKS(event_info_desc_optional, strings_independent_pairs),
      if (desc && room_of(desc_len) > 0 && lacks_desc(event_index)) { *desc_len = 0; desc = nullptr; })

// --- Elements
ELEMENTS(event_datatype_beyond_the_list, "the last event type has elements of MPI_FLOAT", MPITCHECK_BREAKS(event_info_datatypes_of_table),
         if (array_of_datatypes && is_last_event(event_index)) std::fill_n(array_of_datatypes, filled, MPI_FLOAT))
ELEMENTS(event_datatype_null, "the last of several elements has no datatype", MPITCHECK_BREAKS(event_info_datatypes),
         if (array_of_datatypes && filled >= 2 && filled >= *num_elements) array_of_datatypes[filled - 1] = MPI_DATATYPE_NULL)
MPITCHECK_ROW(event_displacement_after_header, "displacements count from a header that copies have too", MPITCHECK_BREAKS(event_info_displacement_zero),
    ELEMENTS_OF(for (int i = 0; array_of_displacements && i < filled; ++i) array_of_displacements[i] += 16);
    MPITCHECK_REPLACE(MPI_T_event_copy) { return real.MPI_T_event_copy(event_instance, static_cast<char*>(buffer) + 16); })
ELEMENTS(event_displacement_twice, "two elements have one displacement", MPITCHECK_BREAKS(event_info_no_overlap, event_data_copy_layout),
         if (array_of_displacements && filled > 1) array_of_displacements[filled - 1] = array_of_displacements[filled - 2])
ELEMENTS(event_displacement_swapped, "the last two of several elements are out of order",
         MPITCHECK_BREAKS(event_info_displacement_ascending, event_data_copy_layout),
         if (array_of_displacements && filled > 2) std::swap(array_of_displacements[filled - 1], array_of_displacements[filled - 2]))
ELEMENTS(event_displacement_overlaps, "an element begins in the last byte of the one before",
         MPITCHECK_BREAKS(event_info_no_overlap, event_data_copy_layout),
         const Elements all(event_index);
         for (int i = 1; array_of_displacements && i < filled; ++i) { int size = 0; PMPI_Type_size(all.datatypes[i - 1], &size);
             array_of_displacements[i] = array_of_displacements[i - 1] + size - 1; })
ELEMENTS(event_num_elements_is_capacity, "num_elements returns the number of entries that were filled, not of all elements",
      MPITCHECK_BREAKS(event_info_num_elements),
         set(num_elements, filled))
ELEMENTS(event_num_elements_untouched, "num_elements is not written if there is enough room", MPITCHECK_BREAKS(event_info_num_elements),
         if (num_elements && room > *num_elements) *num_elements = room)
ELEMENTS(event_num_elements_with_room_for_one, "num_elements is 1 if there is room for one of several", MPITCHECK_BREAKS(event_info_num_elements),
         if (num_elements && room == 1 && *num_elements > 1) *num_elements = 1)
ELEMENTS(event_arrays_one_beyond, "arrays with too little room get one entry too many", MPITCHECK_BREAKS(event_info_array_truncate),
         if (num_elements && filled < *num_elements) { const Elements all(event_index);
             if (array_of_datatypes) array_of_datatypes[filled] = all.datatypes[filled];
             if (array_of_displacements) array_of_displacements[filled] = all.displacements[filled]; })
MPITCHECK_GIVEN(event_arrays_one_short, MPI_T_event_get_info, "the last entry of arrays with too little room is not filled", MPITCHECK_BREAKS(event_info_array_truncate),
      const int room = room_of(num_elements); if (room > 0 && room < Elements(event_index).size()) --*num_elements)
ELEMENTS(event_arrays_cleared_behind, "displacements behind the last element become 0", MPITCHECK_BREAKS(event_info_array_truncate),
         for (int i = filled; array_of_displacements && num_elements && i < room; ++i) array_of_displacements[i] = 0)
ELEMENTS(event_arrays_from_the_end, "arrays with too little room get the last elements", MPITCHECK_BREAKS(event_info_array_truncate),
         const Elements all(event_index);
         if (array_of_datatypes) std::copy_n(all.datatypes.begin() + (all.size() - filled), filled, array_of_datatypes))
ELEMENTS(event_arrays_without_count, "without num_elements the arrays are filled", MPITCHECK_BREAKS(event_info_num_elements_null),
         if (!num_elements && array_of_datatypes) { const Elements all(event_index);
             std::copy_n(all.datatypes.begin(), all.size(), array_of_datatypes); })
MPITCHECK_GIVEN(event_displacements_want_datatypes, MPI_T_event_get_info, "if the array of datatypes is NULL, displacements are not returned",
      MPITCHECK_BREAKS(event_info_num_elements_null), if (!array_of_datatypes) array_of_displacements = nullptr)

// --- As members of categories
MPITCHECK_CODE(category_num_events_of_none_fails, MPI_T_category_get_num_events, "the number of event types of a category without event types cannot be queried",
     MPITCHECK_BREAKS(category_num_events), code == MPI_SUCCESS && num_events && *num_events == 0 ? MPI_T_ERR_INVALID_INDEX : code)
MPITCHECK_OUTPUT(category_num_events_negative, MPI_T_category_get_num_events, "a category without event types has -1",
       MPITCHECK_BREAKS(category_num_events), if (num_events && *num_events == 0) *num_events = -1)
MPITCHECK_OUTPUT(category_num_events_one_too_few, MPI_T_category_get_num_events, "the number of event types is one less than the category lists",
       MPITCHECK_BREAKS(category_members_long_array, category_members_at_most_len), if (num_events && *num_events > 0) --*num_events)
MPITCHECK_OUTPUT(category_num_events_one_too_many, MPI_T_category_get_num_events, "the number of event types is one more than the category lists",
       MPITCHECK_BREAKS(event_category_list, category_num_events), if (num_events) ++*num_events)
MPITCHECK_OUTPUT(category_event_listed_twice, MPI_T_category_get_events, "a full list ends with its first event type again", MPITCHECK_BREAKS(event_category_list),
       const int filled = listed(cat_index, len, indices); if (filled > 1 && filled == event_members(cat_index)) indices[filled - 1] = indices[0])
MPITCHECK_OUTPUT(category_event_unknown, MPI_T_category_get_events, "a list ends with the number of all event types", MPITCHECK_BREAKS(event_category_list),
       const int filled = listed(cat_index, len, indices); if (filled > 0 && filled == event_members(cat_index)) indices[filled - 1] = event_num())
MPITCHECK_OUTPUT(category_events_counted_from_1, MPI_T_category_get_events, "lists count event types from 1",
       MPITCHECK_BREAKS(event_category_list, category_members_usable), for (int i = listed(cat_index, len, indices); i > 0; --i) ++indices[i - 1])
MPITCHECK_GIVEN(category_events_one_beyond, MPI_T_category_get_events, "a short array gets one entry too many", MPITCHECK_BREAKS(category_members_at_most_len),
      if (len > 0 && len < event_members(cat_index)) ++len)
MPITCHECK_GIVEN(category_events_one_short, MPI_T_category_get_events, "a short array is not filled to its end", MPITCHECK_BREAKS(category_members_short_array),
      if (len > 0 && len < event_members(cat_index)) --len)
MPITCHECK_GIVEN(category_events_short_array_refused, MPI_T_category_get_events, "a short array is refused", MPITCHECK_BREAKS(category_members_short_array),
      if (len < event_members(cat_index)) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(category_events_of_others, MPI_T_category_get_events, "a short array gets an event type of another category",
       MPITCHECK_BREAKS(category_members_short_array), list_event_of_others(cat_index, len, indices))
MPITCHECK_OUTPUT(category_events_marked_end, MPI_T_category_get_events, "a list ends with -1 if there is room for it", MPITCHECK_BREAKS(category_members_long_array),
       const int count = event_members(cat_index); if (indices && len > count) indices[count] = -1)
MPITCHECK_GIVEN(category_events_from_second_place, MPI_T_category_get_events, "with room to spare the first entry is left out", MPITCHECK_BREAKS(category_members_long_array),
      if (len > event_members(cat_index)) { --len; ++indices; })
MPITCHECK_CODE(category_events_bad_category, MPI_T_category_get_events, "a category that does not exist has no event types",
     MPITCHECK_BREAKS(event_category_invalid_index), code == MPI_T_ERR_INVALID_INDEX ? MPI_SUCCESS : code)
MPITCHECK_CODE(category_num_events_bad_category, MPI_T_category_get_num_events, "the number of event types of an index that is not a category is refused as invalid",
     MPITCHECK_BREAKS(event_category_invalid_index), code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID : code)
MPITCHECK_OUTPUT(category_changed_falls, MPI_T_category_changed, "the update number of categories falls in MPI_Init",
       MPITCHECK_BREAKS(category_changed_monotone), if (update_number && !mpi_was_initialized()) *update_number += 1000)

// --- Data of instances
MPITCHECK_GIVEN(event_read_last_fails, MPI_T_event_read, "the last element of an event cannot be read", MPITCHECK_BREAKS(event_data_read),
      if (element_index == element_num(event_instance) - 1) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_OUTPUT(event_read_first_for_all, MPI_T_event_read, "all reads return the first element", MPITCHECK_BREAKS(event_data_copy_layout, event_data_read),
       std::array<char, 16> first{};
       if (element_index > 0) { real.MPI_T_event_read(event_instance, 0, first.data());
           std::memcpy(buffer, first.data(), width_of(event_instance, element_index)); })
MPITCHECK_OUTPUT(event_read_once, MPI_T_event_read, "an element that was read once is 0", MPITCHECK_BREAKS(event_data_read),
       static std::set<std::pair<MPI_T_event_instance, int>> read;
       if (!read.emplace(event_instance, element_index).second) std::memset(buffer, 0, width_of(event_instance, element_index)))
MPITCHECK_OUTPUT(event_read_too_wide, MPI_T_event_read, "a read writes one byte behind the element", MPITCHECK_BREAKS(event_data_read_width),
       static_cast<char*>(buffer)[width_of(event_instance, element_index)] = '\0')
MPITCHECK_ROW(event_read_too_narrow, "a read leaves out the last byte of the element", MPITCHECK_BREAKS(event_data_read),
    MPITCHECK_REPLACE(MPI_T_event_read) { std::array<char, 16> whole{}; const int code = real.MPI_T_event_read(event_instance, element_index, whole.data());
        if (code == MPI_SUCCESS) std::memcpy(buffer, whole.data(), width_of(event_instance, element_index) - 1); return code; })
MPITCHECK_CODE(event_copy_fails, MPI_T_event_copy, "an event cannot be copied", MPITCHECK_BREAKS(event_data_copy_layout), MPI_T_ERR_INVALID)
MPITCHECK_ROW(event_copy_packed, "a copy has no gaps between the elements", MPITCHECK_BREAKS(event_data_copy_layout),
    MPITCHECK_REPLACE(MPI_T_event_copy) { auto* to = static_cast<char*>(buffer); const int count = element_num(event_instance); for (int i = 0; i < count;
        to += width_of(event_instance, i++)) real.MPI_T_event_read(event_instance, i, to); return MPI_SUCCESS; })
MPITCHECK_OUTPUT(event_copy_one_byte_beyond, MPI_T_event_copy, "a copy writes one byte behind the last element", MPITCHECK_BREAKS(event_data_copy_extent),
       static_cast<char*>(buffer)[Copy(event_instance).end] = '\0')
MPITCHECK_ROW(event_copy_one_byte_short, "a copy leaves out the last byte of the last element", MPITCHECK_BREAKS(event_data_copy_layout),
    MPITCHECK_REPLACE(MPI_T_event_copy) { const Copy copy(event_instance);
        if (copy.code == MPI_SUCCESS && copy.end > 0) std::memcpy(buffer, copy.bytes.data(), copy.end - 1); return copy.code; })
MPITCHECK_ROW(event_copy_of_the_one_before, "a copy contains the event before", MPITCHECK_BREAKS(event_data_copy_layout),
    MPITCHECK_REPLACE(MPI_T_event_copy) { static std::map<std::size_t, std::array<char, 2048>> before; const Copy copy(event_instance);
        if (copy.code != MPI_SUCCESS) return copy.code; const auto old = before.emplace(copy.end, copy.bytes).first;
        std::memcpy(buffer, old->second.data(), copy.end); old->second = copy.bytes; return MPI_SUCCESS; })
MPITCHECK_OUTPUT(event_source_unknown, MPI_T_event_get_source, "the source of an event is the number of sources", MPITCHECK_BREAKS(event_data_source),
       set(source_index, source_num()))
MPITCHECK_CODE(event_source_fails, MPI_T_event_get_source, "the source of an event cannot be queried", MPITCHECK_BREAKS(event_data_source), MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_stamp_untouched, MPI_T_event_get_timestamp, "the stamp of an event is not returned", MPITCHECK_BREAKS(event_data_timestamp),
      MPI_Count unset = 0; event_timestamp = &unset)
MPITCHECK_GIVEN(event_source_untouched, MPI_T_event_get_source, "the source of an event is not returned", MPITCHECK_BREAKS(event_data_source),
      int unset = 0; source_index = &unset)

// --- Hints of handles and callbacks
// Like MPICH 4.0, which does not accept MPI_INFO_NULL where hints are set. The standard does not
// require it.
MPITCHECK_ROW(event_handle_hints_null, "a handle has MPI_INFO_NULL for hints", MPITCHECK_BREAKS(event_handle_get_info),
    MPITCHECK_OUTPUT_OF(MPI_T_event_handle_get_info, take_away(info_used));
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_set_info, if (info == MPI_INFO_NULL) return MPI_ERR_INFO);
    MPITCHECK_GIVEN_OF(MPI_T_event_callback_set_info, if (info == MPI_INFO_NULL) return MPI_ERR_INFO))
MPITCHECK_CODE(event_handle_hints_fail, MPI_T_event_handle_get_info, "the hints of a handle cannot be queried", MPITCHECK_BREAKS(event_handle_get_info),
     MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(event_handle_hints_shared, MPI_T_event_handle_get_info, "all queries for the hints return the same info object",
      MPITCHECK_BREAKS(event_handle_get_info),
       static MPI_Info shared = MPI_INFO_NULL;
       if (info_used) { took_effect(); if (shared == MPI_INFO_NULL) shared = *info_used; else PMPI_Info_free(info_used); *info_used = shared; })
MPITCHECK_CODE(event_handle_hints_not_set, MPI_T_event_handle_set_info, "hints of a handle cannot be set", MPITCHECK_BREAKS(event_handle_set_info_preserves),
     MPI_T_ERR_INVALID)
MPITCHECK_ROW(event_handle_hints_forgotten, "setting a hint makes a handle forget the others", MPITCHECK_BREAKS(event_handle_set_info_preserves),
    static bool forgotten = false; MPITCHECK_OUTPUT_OF(MPI_T_event_handle_get_info, hint(info_used, forgotten ? nullptr : "1"));
    MPITCHECK_AFTER_OF(MPI_T_event_handle_set_info, forgotten = true))
MPITCHECK_ROW(event_handle_hints_changed, "setting a hint changes the value of another", MPITCHECK_BREAKS(event_handle_set_info_preserves),
    static bool changed = false; MPITCHECK_OUTPUT_OF(MPI_T_event_handle_get_info, hint(info_used, changed ? "another" : "one"));
    MPITCHECK_AFTER_OF(MPI_T_event_handle_set_info, changed = true))
MPITCHECK_OUTPUT(event_callback_hints_null, MPI_T_event_callback_get_info, "a callback has MPI_INFO_NULL for hints", MPITCHECK_BREAKS(event_callback_get_info),
       take_away(info_used))
MPITCHECK_CODE(event_callback_hints_fail, MPI_T_event_callback_get_info, "the hints of a callback cannot be queried", MPITCHECK_BREAKS(event_callback_get_info),
     MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_callback_hints_of_strictest_fail, MPI_T_event_callback_get_info, "the hints of the strictest callback cannot be queried",
      MPITCHECK_BREAKS(event_callback_get_info), if (cb_safety == safety_levels[3]) return MPI_T_ERR_INVALID)
MPITCHECK_CODE(event_callback_hints_not_set, MPI_T_event_callback_set_info, "hints of a callback cannot be set", MPITCHECK_BREAKS(event_callback_set_info),
     MPI_T_ERR_INVALID)
MPITCHECK_ROW(event_callback_hints_forgotten, "setting a hint makes a callback forget the others", MPITCHECK_BREAKS(event_callback_set_info),
    static bool forgotten = false; MPITCHECK_OUTPUT_OF(MPI_T_event_callback_get_info, hint(info_used, forgotten ? nullptr : "1"));
    MPITCHECK_AFTER_OF(MPI_T_event_callback_set_info, forgotten = true))

// --- Registration handles that were freed
MPITCHECK_CODE(event_stale_get_info, MPI_T_event_handle_get_info, "a freed handle still has hints", MPITCHECK_BREAKS(event_handle_stale),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code)
MPITCHECK_CODE(event_stale_set_info, MPI_T_event_handle_set_info, "hints of a freed handle can be set", MPITCHECK_BREAKS(event_handle_stale),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code)
MPITCHECK_CODE(event_stale_callback_get_info, MPI_T_event_callback_get_info, "callbacks of a freed handle still have hints", MPITCHECK_BREAKS(event_handle_stale),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : code)
MPITCHECK_CODE(event_stale_callback_set_info, MPI_T_event_callback_set_info, "hints of callbacks of a freed handle can be set", MPITCHECK_BREAKS(event_handle_stale),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code)
MPITCHECK_CODE(event_stale_register, MPI_T_event_register_callback, "a freed handle takes callbacks", MPITCHECK_BREAKS(event_handle_stale),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code)
MPITCHECK_CODE(event_stale_set_handler, MPI_T_event_set_dropped_handler, "a freed handle takes a handler of dropped events", MPITCHECK_BREAKS(event_handle_stale),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : code)

// --- Calls inside callbacks
INSIDE(event_inside_no_read, MPI_T_event_read, "inside callbacks MPI_T_event_read is not accessible",
       MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_read), rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_copy, MPI_T_event_copy, "inside callbacks MPI_T_event_copy is not accessible",
       MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_copy_layout), rank_inside < 0 ? code : not_accessible)
MPITCHECK_ROW(event_inside_freed_without_call, "the free callback is not called for a handle that is freed in its callback",
      MPITCHECK_BREAKS(event_free_callback_once),
    watch_callbacks(mpi);
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (rank_inside >= 0) free_cb_function = nullptr))
INSIDE(event_inside_no_source, MPI_T_event_get_source, "inside callbacks MPI_T_event_get_source is not accessible",
       MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_source), rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_stamp, MPI_T_event_get_timestamp, "inside callbacks events have no accessible stamp",
       MPITCHECK_BREAKS(event_safety_exempt_functions, event_data_timestamp), rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_time, MPI_T_source_get_timestamp, "inside callbacks the time of a source is not accessible",
       MPITCHECK_BREAKS(event_safety_exempt_functions), rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_pvar_start, MPI_T_pvar_start, "inside callbacks MPI_T_pvar_start is not accessible", MPITCHECK_BREAKS(event_safety_exempt_functions),
       rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_pvar_stop, MPI_T_pvar_stop, "inside callbacks MPI_T_pvar_stop is not accessible", MPITCHECK_BREAKS(event_safety_exempt_functions),
       rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_pvar_read, MPI_T_pvar_read, "inside callbacks MPI_T_pvar_read is not accessible", MPITCHECK_BREAKS(event_safety_exempt_functions),
       rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_pvar_write, MPI_T_pvar_write, "inside callbacks MPI_T_pvar_write is not accessible", MPITCHECK_BREAKS(event_safety_exempt_functions),
       rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_pvar_reset, MPI_T_pvar_reset, "inside callbacks MPI_T_pvar_reset is not accessible", MPITCHECK_BREAKS(event_safety_exempt_functions),
       rank_inside < 0 ? code : not_accessible)
INSIDE(event_inside_no_pvar_readreset, MPI_T_pvar_readreset, "inside callbacks MPI_T_pvar_readreset is not accessible",
       MPITCHECK_BREAKS(event_safety_exempt_functions), rank_inside < 0 ? code : not_accessible)
MPITCHECK_ROW(event_inside_no_array_read, "inside callbacks MPI_T_pvar_read of several elements is not accessible", MPITCHECK_BREAKS(event_safety_exempt_functions),
    watch_callbacks(mpi); static std::set<MPI_T_pvar_handle> arrays;
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_handle_alloc, arrays.erase(*handle); if (*count > 1) arrays.insert(*handle));
    MPITCHECK_CODE_OF(MPI_T_pvar_read, rank_inside >= 0 && arrays.contains(handle) ? not_accessible : code))
INSIDE(event_inside_signal_no_pvar_read, MPI_T_pvar_read, "MPI_T_pvar_read is not accessible to a callback in a signal",
       MPITCHECK_BREAKS(event_safety_exempt_functions), rank_inside == 3 ? not_accessible : code)
INSIDE(event_inside_none_no_event_num, MPI_T_event_get_num, "in a callback without limits MPI_T_event_get_num returns MPI_T_ERR_NOT_INITIALIZED",
       MPITCHECK_BREAKS(event_safety_none), rank_inside == 0 ? MPI_T_ERR_NOT_INITIALIZED : code)
INSIDE(event_inside_none_no_cvar_num, MPI_T_cvar_get_num, "in a callback without limits MPI_T_cvar_get_num is invalid", MPITCHECK_BREAKS(event_safety_none),
       rank_inside == 0 ? MPI_T_ERR_INVALID : code)
INSIDE(event_inside_none_no_lookup, MPI_T_event_get_index, "in a callback without limits MPI_T_event_get_index is invalid",
       MPITCHECK_BREAKS(event_safety_none), rank_inside == 0 ? MPI_T_ERR_INVALID : code)
INSIDE(event_inside_restricted_wrong_code, MPI_T_event_get_num, "MPI_T_event_get_num fails inside callbacks that may not call MPI",
       MPITCHECK_BREAKS(event_safety_restricted), rank_inside == 1 ? MPI_T_ERR_INVALID : code)
INSIDE(event_inside_restricted_no_pvar_num, MPI_T_pvar_get_num, "MPI_T_pvar_get_num fails inside callbacks that may not call MPI",
       MPITCHECK_BREAKS(event_safety_restricted), rank_inside == 1 ? MPI_T_ERR_NOT_INITIALIZED : code)

// --- Sources: their list and texts
MPITCHECK_ROW(source_num_fails, "MPI_T_source_get_num fails", MPITCHECK_BREAKS(source_num_success, event_outside_mpi),
    mpi.MPI_T_source_get_num = [](int*) { return MPI_T_ERR_INVALID; })
MPITCHECK_OUTPUT(source_num_negative, MPI_T_source_get_num, "MPI_T_source_get_num returns a negative number", MPITCHECK_BREAKS(source_num_success),
       if (num_sources) *num_sources = -*num_sources - 1)
MPITCHECK_OUTPUT(source_num_one_too_many, MPI_T_source_get_num, "MPI_T_source_get_num counts one source too many", MPITCHECK_BREAKS(source_index_dense),
       if (num_sources) ++*num_sources)
MPITCHECK_GIVEN(source_last_unknown, MPI_T_source_get_info, "the index of the last source is refused as invalid", MPITCHECK_BREAKS(source_index_dense),
      if (is_last_source(source_index)) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_OUTPUT(source_num_falls_in_init, MPI_T_source_get_num, "MPI_Init removes a source", MPITCHECK_BREAKS(source_num_monotone),
       if (num_sources) { static const int before = *num_sources; if (mpi_was_initialized() && before > 0) *num_sources = before - 1; })
MPITCHECK_OUTPUT(source_num_zero_after_finalize, MPI_T_source_get_num, "MPI_Finalize removes all sources", MPITCHECK_BREAKS(source_num_monotone),
       if (mpi_was_finalized()) set(num_sources, 0))
MPITCHECK_GIVEN(source_indices_swapped_in_init, MPI_T_source_get_info, "MPI_Init exchanges the first two sources", MPITCHECK_BREAKS(source_index_stable),
      if (mpi_was_initialized()) source_index = swapped(source_index, source_num()))
MPITCHECK_GIVEN(source_last_withdrawn_in_finalize, MPI_T_source_get_info, "the last source cannot be queried after MPI_Finalize",
      MPITCHECK_BREAKS(source_index_stable, source_index_dense), if (mpi_was_finalized() && is_last_source(source_index)) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_GIVEN(source_info_index_wraps, MPI_T_source_get_info, "the query for source -1 returns the last source", MPITCHECK_BREAKS(source_info_invalid_index),
      if (source_index == -1) source_index = source_num() - 1)
MPITCHECK_TEXT(source_name_length_without_null, MPI_T_source_get_info, name, "the length of the name of a source does not include the null",
      MPITCHECK_BREAKS(source_info_strings),
     if (text.is_size_query()) --*name_len)
MPITCHECK_TEXT(source_name_one_byte_beyond, MPI_T_source_get_info, name, "one byte after the buffer of the name is written",
      MPITCHECK_BREAKS(source_info_strings),
     if (text.is_brimful()) name[text.given] = '\0')
MPITCHECK_TEXT(source_desc_not_terminated, MPI_T_source_get_info, desc, "a description that is cut off has no null",
     MPITCHECK_BREAKS(source_info_strings, strings_at_most_n_minus_1, strings_n_equals_1, strings_truncation_keeps_prefix),
     if (text.is_brimful()) desc[text.given - 1] = '?')
MPITCHECK_TEXT(source_desc_written_at_length_0, MPI_T_source_get_info, desc, "with desc_len 0 a null is written", MPITCHECK_BREAKS(source_info_strings),
     if (text.has_no_room()) desc[0] = '\0')
MPITCHECK_OUTPUT(source_desc_written_without_length, MPI_T_source_get_info, "if desc_len is NULL, the description is written",
      MPITCHECK_BREAKS(source_info_strings),
       if (desc && !desc_len) desc[0] = '\0')

// --- What queries of sources return
MPITCHECK_OUTPUT(source_order_unknown, MPI_T_source_get_info, "the order of the last source is not a constant of MPI_T",
      MPITCHECK_BREAKS(source_ordering_value),
       if (is_last_source(source_index)) set(ordering, static_cast<MPI_T_source_order>(3)))
MPITCHECK_GIVEN(source_order_untouched, MPI_T_source_get_info, "the order of a source is not returned", MPITCHECK_BREAKS(source_ordering_value),
      MPI_T_source_order unset{}; if (ordering) ordering = &unset)
MPITCHECK_OUTPUT(source_ticks_negative, MPI_T_source_get_info, "the clock of the last source has -1 ticks per second", MPITCHECK_BREAKS(source_ticks_per_second),
       if (is_last_source(source_index)) set<MPI_Count>(ticks_per_second, -1))
MPITCHECK_OUTPUT(source_ticks_of_milliseconds, MPI_T_source_get_info, "a source returns the ticks per millisecond", MPITCHECK_BREAKS(source_ticks_per_second),
       if (ticks_per_second) *ticks_per_second /= 1000)
MPITCHECK_OUTPUT(source_ticks_length, MPI_T_source_get_info, "a source returns the nanoseconds of a tick", MPITCHECK_BREAKS(source_ticks_per_second),
       if (ticks_per_second && *ticks_per_second != 0) *ticks_per_second = 1'000'000'000 / *ticks_per_second)
MPITCHECK_OUTPUT(source_max_ticks_zero, MPI_T_source_get_info, "the largest stamp is 0", MPITCHECK_BREAKS(source_max_ticks), set<MPI_Count>(max_ticks, 0))
MPITCHECK_OUTPUT(source_max_ticks_of_a_second, MPI_T_source_get_info, "the largest stamp is that of the first second", MPITCHECK_BREAKS(source_max_ticks),
       if (max_ticks && ticks_per_second) *max_ticks = *ticks_per_second)
MPITCHECK_ROW(source_info_object_shared, "all queries return the same info object", MPITCHECK_BREAKS(source_info_object), SHARED_INFO_OF(MPI_T_source_get_info))
MPITCHECK_OUTPUT(source_info_object_freed, MPI_T_source_get_info, "the info object was freed already", MPITCHECK_BREAKS(source_info_object), free_of(info))
MPITCHECK_GIVEN(source_info_null_refused, MPI_T_source_get_info, "NULL for info is refused", MPITCHECK_BREAKS(source_info_object), if (!info) return MPI_T_ERR_INVALID)

// --- Clocks of sources, and timestamps of events
MPITCHECK_CODE(source_now_fails, MPI_T_source_get_timestamp, "the time of a source with a clock cannot be queried",
      MPITCHECK_BREAKS(source_timestamp_not_supported),
     code == MPI_SUCCESS && timestamp ? MPI_T_ERR_INVALID : code)
MPITCHECK_CODE(source_now_at_first_only, MPI_T_source_get_timestamp, "after ten calls the time is refused as not supported",
      MPITCHECK_BREAKS(source_timestamp_success),
     code == MPI_SUCCESS && timestamp && times() > 10 ? not_supported : code)
MPITCHECK_CODE(source_now_not_at_first, MPI_T_source_get_timestamp, "the first call refuses the time as not supported",
     MPITCHECK_BREAKS(source_timestamp_not_supported), code == MPI_SUCCESS && timestamp && times() == 1 ? not_supported : code)
MPITCHECK_OUTPUT(source_now_goes_back, MPI_T_source_get_timestamp, "every 50th time is a second early", MPITCHECK_BREAKS(source_timestamp_success),
       if (timestamp && times() % 50 == 0) *timestamp -= ticks_of(source_index))
MPITCHECK_ROW(source_now_upper_half_unset, "only 32 bits of the time of a source are returned", MPITCHECK_BREAKS(source_timestamp_success),
    MPITCHECK_REPLACE(MPI_T_source_get_timestamp) { MPI_Count own = 0; MPI_Count* const wanted = std::exchange(timestamp, &own);
        const int code = MPITCHECK_REAL(MPI_T_source_get_timestamp); if (code == MPI_SUCCESS && wanted) std::memcpy(wanted, &own, 4); return code; })
MPITCHECK_ROW(source_now_beyond_max, "the time is above the largest stamp", MPITCHECK_BREAKS(source_max_ticks),
    MPITCHECK_OUTPUT_OF(MPI_T_source_get_timestamp, if (timestamp) *timestamp += MPI_Count{1} << 40);
    MPITCHECK_OUTPUT_OF(MPI_T_source_get_info, set(max_ticks, MPI_Count{1} << 40)))
MPITCHECK_AFTER(source_now_of_bad_source, MPI_T_source_get_timestamp, "the time of an unknown source is 0",
      MPITCHECK_BREAKS(source_timestamp_invalid_index, errors_source_row), if (code == MPI_T_ERR_INVALID_INDEX) { *timestamp = 0; code = MPI_SUCCESS; })
MPITCHECK_CODE(source_now_of_bad_source_unsupported, MPI_T_source_get_timestamp, "the time of an unknown source is refused as not supported",
     MPITCHECK_BREAKS(source_timestamp_invalid_index, errors_source_row), code == MPI_T_ERR_INVALID_INDEX ? not_supported : code)
MPITCHECK_OUTPUT(source_now_of_other_clock, MPI_T_source_get_timestamp, "the time of a source is a day ahead of its events",
       MPITCHECK_BREAKS(source_timestamp_same_clock), if (timestamp) *timestamp += MPI_Count{86'400'000'000'000})
MPITCHECK_OUTPUT(event_stamp_of_other_clock, MPI_T_event_get_timestamp, "events are stamped by a clock of a thousandth the rate",
       MPITCHECK_BREAKS(source_timestamp_same_clock), if (event_timestamp) *event_timestamp /= 1000)
MPITCHECK_CODE(event_stamp_fails, MPI_T_event_get_timestamp, "events have no stamps", MPITCHECK_BREAKS(event_data_timestamp),
     code == MPI_SUCCESS && event_timestamp ? MPI_T_ERR_INVALID : code)
MPITCHECK_OUTPUT(event_stamp_negative, MPI_T_event_get_timestamp, "stamps of events are negative", MPITCHECK_BREAKS(event_data_timestamp),
       if (event_timestamp) *event_timestamp = -*event_timestamp)
MPITCHECK_OUTPUT(event_stamp_in_the_future, MPI_T_event_get_timestamp, "stamps of events are later than their callbacks", MPITCHECK_BREAKS(event_data_timestamp),
       if (event_timestamp) *event_timestamp += 10'000'000'000)
MPITCHECK_OUTPUT(event_stamp_of_the_query, MPI_T_event_get_timestamp, "the time stamp of an event is the time of the query",
      MPITCHECK_BREAKS(event_data_timestamp_stable),
       int source = 0; MPI_Count now = 0;
       if (event_timestamp && real.MPI_T_event_get_source(event_instance, &source) == MPI_SUCCESS && real.MPI_T_source_get_timestamp(source, &now)
           == MPI_SUCCESS) *event_timestamp = now)
MPITCHECK_ROW(event_stamp_beyond_max, "stamps of events are above the largest stamp", MPITCHECK_BREAKS(source_max_ticks),
    MPITCHECK_OUTPUT_OF(MPI_T_source_get_info, set<MPI_Count>(max_ticks, 1000));
    MPITCHECK_CODE_OF(MPI_T_source_get_timestamp, code == MPI_SUCCESS ? not_supported : code))
MPITCHECK_OUTPUT(event_stamps_go_back, MPI_T_event_get_timestamp, "every other event of a source is stamped 50 ticks early",
       MPITCHECK_BREAKS(source_ordered_monotone, source_timestamp_same_clock),
       static MPI_T_event_instance last{}; static bool early = false;
       if (event_timestamp && std::exchange(last, event_instance) != event_instance) early = !early;
       if (event_timestamp && early) *event_timestamp -= 50)
// clang-format on

#undef ELEMENTS
#undef ELEMENTS_OF
#undef INSIDE
#undef SHARED_INFO_OF

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of categories: their number, names, descriptions and look-up, and their members, also over
// time.
#include <utility>

#include "conformance/faults/category/categories.hpp"
#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

int swapped_category(int index) {
  return mpi_was_initialized() ? swapped(index, category_num()) : index;
}

// The last `length` categories contain each other in one cycle.
void put_in_cycle(int length, int category, Members& members) {
  const int first = category_num() - length;
  if (first < 0 || category < first) return;
  members.assign(1, first + (category - first + 1) % length);
}

// clang-format off
// --- Their number
MPITCHECK_OUTPUT(category_num_negative, MPI_T_category_get_num, "MPI_T_category_get_num returns a negative number",
       MPITCHECK_BREAKS(category_num_nonnegative, category_num_may_only_grow), set(num_cat, -1))
MPITCHECK_GIVEN(category_last_refused, MPI_T_category_get_info, "The last category cannot be queried", MPITCHECK_BREAKS(category_num_nonnegative),
      if (is_last_category(cat_index)) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_OUTPUT(category_num_one_too_high, MPI_T_category_get_num, "The number of categories is one too high", MPITCHECK_BREAKS(category_num_nonnegative), ++*num_cat)
MPITCHECK_OUTPUT(category_num_falls_in_init, MPI_T_category_get_num, "MPI_Init removes a category",
       MPITCHECK_BREAKS(category_num_may_only_grow, category_changed_equal_means_same, category_members_usable),
       static int returned = 0; if (!mpi_was_initialized()) returned = *num_cat; else if (returned > 0) *num_cat = returned - 1)
MPITCHECK_OUTPUT(category_num_falls_in_finalize, MPI_T_category_get_num, "MPI_Finalize removes a category",
       MPITCHECK_BREAKS(category_num_may_only_grow, category_changed_equal_means_same),
       static int returned = 0; if (!mpi_was_finalized()) returned = *num_cat; else if (returned > 0) *num_cat = returned - 1)
MPITCHECK_ROW(category_renumbered_by_init, "MPI_Init renumbers the first two categories",
    MPITCHECK_BREAKS(category_num_may_only_grow, category_changed_equal_means_same, category_members_only_added),
    MPITCHECK_GIVEN_OF(MPI_T_category_get_info, cat_index = swapped_category(cat_index));
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_index, *cat_index = swapped_category(*cat_index));
    MPITCHECK_GIVEN_OF(MPI_T_category_get_cvars, cat_index = swapped_category(cat_index));
    MPITCHECK_GIVEN_OF(MPI_T_category_get_pvars, cat_index = swapped_category(cat_index));
    MPITCHECK_GIVEN_OF(MPI_T_category_get_categories, cat_index = swapped_category(cat_index));
    MPITCHECK_GIVEN_OF(MPI_T_category_get_events, cat_index = swapped_category(cat_index));
    MPITCHECK_GIVEN_OF(MPI_T_category_get_num_events, cat_index = swapped_category(cat_index)))

// --- What queries return
MPITCHECK_ROW(category_name_empty, "The last category has an empty name", MPITCHECK_BREAKS(category_name_nonempty_unique),
    MPITCHECK_NAME_OF(MPI_T_category_get_info, is_last_category(cat_index), "");
    MPITCHECK_CODE_OF(MPI_T_category_get_index, code != MPI_SUCCESS && *name == '\0' ? found(category_num() - 1, cat_index) : code))
MPITCHECK_ROW(category_name_twice, "The last category has the name of the first", MPITCHECK_BREAKS(category_name_nonempty_unique, category_get_index_roundtrip),
    MPITCHECK_NAME_OF(MPI_T_category_get_info, is_last_category(cat_index), category_name(0)))
MPITCHECK_ROW(category_desc_length_zero, "The length of a missing description is 0",
    MPITCHECK_BREAKS(category_desc_optional, strings_null_buffer_query, strings_zero_size_query),
    MPITCHECK_REPLACE(MPI_T_category_get_info) { if (!is_last_category(cat_index) || !desc_len) return MPITCHECK_REAL(MPI_T_category_get_info);
        char* const buffer = std::exchange(desc, nullptr); const int code = MPITCHECK_REAL(MPI_T_category_get_info);
        if (code == MPI_SUCCESS) { return_text("", buffer, desc_len); *desc_len = 0; } return code; })
MPITCHECK_GIVEN(category_null_pvars_refused, MPI_T_category_get_info, "MPI_T_category_get_info refuses NULL for num_pvars",
      MPITCHECK_BREAKS(category_info_null_out_ignored), if (!num_pvars) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(category_null_cvars_hides_rest, MPI_T_category_get_info, "If num_cvars is NULL, no other count is returned",
      MPITCHECK_BREAKS(category_info_null_out_ignored), if (!num_cvars) num_pvars = num_categories = nullptr)
MPITCHECK_GIVEN(category_bad_index_found, MPI_T_category_get_info, "The query for the index after the last category succeeds",
      MPITCHECK_BREAKS(category_bad_index),
      if (is_last_category(cat_index - 1)) --cat_index)
MPITCHECK_GIVEN(category_bad_index_has_members, MPI_T_category_get_cvars, "The query for cvars of the index after the last category succeeds",
      MPITCHECK_BREAKS(category_bad_index),
      if (is_last_category(cat_index - 1)) return MPI_SUCCESS)
MPITCHECK_GIVEN(category_bad_index_code, MPI_T_category_get_pvars, "The query for pvars of category -1 returns a wrong error code",
      MPITCHECK_BREAKS(category_bad_index),
      if (cat_index < 0) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(category_lookup_one_less, MPI_T_category_get_index, "The look-up of the last category returns the index before it",
      MPITCHECK_BREAKS(category_get_index_roundtrip),
       if (*cat_index > 0 && is_last_category(*cat_index)) --*cat_index)
MPITCHECK_CODE(category_lookup_unknown_found, MPI_T_category_get_index, "The look-up of an unknown name succeeds with index -1",
      MPITCHECK_BREAKS(category_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? found(-1, cat_index) : code)
MPITCHECK_CODE(category_lookup_unknown_code, MPI_T_category_get_index, "The look-up of an unknown name returns a wrong error code",
      MPITCHECK_BREAKS(category_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code)

// --- Members
MPITCHECK_OUTPUT(category_count_cvars_high, MPI_T_category_get_info, "A category reports one cvar more than it lists", MPITCHECK_BREAKS(category_info_counts),
       if (num_cvars && *num_cvars > 0) ++*num_cvars)
MPITCHECK_OUTPUT(category_count_pvars_low, MPI_T_category_get_info, "A category reports one pvar less than it lists",
       MPITCHECK_BREAKS(category_info_counts, category_members_long_array), if (num_pvars && *num_pvars > 0) --*num_pvars)
MPITCHECK_OUTPUT(category_count_without_categories, MPI_T_category_get_info, "No category reports its sub-categories",
       MPITCHECK_BREAKS(category_info_counts, category_members_long_array), set(num_categories, 0))
MPITCHECK_OUTPUT(category_count_negative, MPI_T_category_get_info, "A category without cvars reports -1", MPITCHECK_BREAKS(category_info_counts),
       if (num_cvars && *num_cvars == 0) *num_cvars = -1)
MPITCHECK_OUTPUT(category_events_one_more, MPI_T_category_get_num_events, "A category reports one event type more than it lists",
      MPITCHECK_BREAKS(category_num_events),
       ++*num_events)
MPITCHECK_GIVEN(category_events_refused, MPI_T_category_get_num_events, "The number of event types of the last category cannot be queried",
      MPITCHECK_BREAKS(category_num_events), if (is_last_category(cat_index)) return MPI_T_ERR_INVALID)
MPITCHECK_MEMBERS(category_member_of_none, MPI_T_category_get_cvars, "The last cvar of a category does not exist", MPITCHECK_BREAKS(category_members_usable),
        if (!members.empty()) members.back() = cvar_num())
MPITCHECK_MEMBERS(category_event_of_none, MPI_T_category_get_events, "The last event type of a category does not exist",
      MPITCHECK_BREAKS(category_members_usable),
        if (!members.empty()) members.back() = event_num())
MPITCHECK_OUTPUT(category_len_plus_one, MPI_T_category_get_cvars, "One entry more than len is written", MPITCHECK_BREAKS(category_members_at_most_len),
       const Members cvars = cvars_in(cat_index); if (len > 0 && len < count_of(cvars)) indices[len] = cvars[len])
MPITCHECK_OUTPUT(category_len_zero_written, MPI_T_category_get_pvars, "An entry is written although len is 0", MPITCHECK_BREAKS(category_members_at_most_len),
       if (len == 0 && !pvars_in(cat_index).empty()) indices[0] = 0)
MPITCHECK_GIVEN(category_len_zero_refused, MPI_T_category_get_categories, "A len of 0 is refused",
      MPITCHECK_BREAKS(category_members_at_most_len, category_members_short_array), if (len == 0) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(category_short_array_one_less, MPI_T_category_get_cvars, "An array that is too short is not filled", MPITCHECK_BREAKS(category_members_short_array),
      if (len > 0 && len < count_of(cvars_in(cat_index))) --len)
MPITCHECK_GIVEN(category_short_array_refused, MPI_T_category_get_cvars, "An array that is too short is refused",
      MPITCHECK_BREAKS(category_members_short_array, category_members_at_most_len),
      if (len > 0 && len < count_of(cvars_in(cat_index))) return MPI_T_ERR_INVALID)
MPITCHECK_OUTPUT(category_short_array_repeats, MPI_T_category_get_cvars, "A short array has the first member in all entries",
       MPITCHECK_BREAKS(category_members_short_array), if (len > 1 && len < count_of(cvars_in(cat_index))) std::fill(indices, indices + len, indices[0]))
MPITCHECK_OUTPUT(category_short_array_ends_in_zero, MPI_T_category_get_pvars, "The last entry of a short array is 0", MPITCHECK_BREAKS(category_members_short_array),
       if (len > 0 && len < count_of(pvars_in(cat_index))) indices[len - 1] = 0)
MPITCHECK_OUTPUT(category_long_array_cleared, MPI_T_category_get_cvars, "The rest of a long array is set to -1",
       MPITCHECK_BREAKS(category_members_long_array, category_info_counts),
       const int count = count_of(cvars_in(cat_index)); if (len > count) std::fill(indices + count, indices + len, -1))
MPITCHECK_OUTPUT(category_long_array_terminated, MPI_T_category_get_events, "-1 is written after the last of the event types",
       MPITCHECK_BREAKS(category_members_long_array, category_num_events),
       const int count = count_of(events_in(cat_index)); if (len > count) indices[count] = -1)
MPITCHECK_GIVEN(category_long_array_at_its_end, MPI_T_category_get_categories, "In a long array the members are at the end",
      MPITCHECK_BREAKS(category_members_long_array, category_info_counts),
      const int spare = std::max(len - count_of(categories_in(cat_index)), 0); len -= spare; indices += spare)
MPITCHECK_ROW(category_cycle_of_one, "The last category contains itself", MPITCHECK_BREAKS(category_no_cycles),
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_info, if (is_last_category(cat_index)) set(num_categories, 1));
    MPITCHECK_MEMBERS_OF(MPI_T_category_get_categories, if (is_last_category(cat_index)) members.assign(1, cat_index)))
MPITCHECK_ROW(category_cycle_of_two, "Two categories contain each other", MPITCHECK_BREAKS(category_no_cycles),
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_info, if (cat_index >= category_num() - 2) set(num_categories, 1));
    MPITCHECK_MEMBERS_OF(MPI_T_category_get_categories, put_in_cycle(2, cat_index, members)))
MPITCHECK_ROW(category_cycle_of_three, "Three categories contain each other in a cycle", MPITCHECK_BREAKS(category_no_cycles),
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_info, if (cat_index >= category_num() - 3) set(num_categories, 1));
    MPITCHECK_MEMBERS_OF(MPI_T_category_get_categories, put_in_cycle(3, cat_index, members)))

// --- Over time
MPITCHECK_ROW(category_member_lost_in_init, "MPI_Init removes the last cvar of each category",
    MPITCHECK_BREAKS(category_members_only_added, category_changed_equal_means_same),
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_info, if (mpi_was_initialized() && num_cvars && *num_cvars > 0) --*num_cvars);
    MPITCHECK_MEMBERS_OF(MPI_T_category_get_cvars, if (mpi_was_initialized() && !members.empty()) members.pop_back()))
MPITCHECK_MEMBERS(category_members_reordered_by_init, MPI_T_category_get_cvars, "MPI_Init reverses the order of the cvars",
        MPITCHECK_BREAKS(category_members_only_added, category_changed_equal_means_same),
        if (mpi_was_initialized()) std::reverse(members.begin(), members.end()))
MPITCHECK_MEMBERS(category_members_reordered_by_finalize, MPI_T_category_get_pvars, "MPI_Finalize moves the last pvar of a category to the front",
        MPITCHECK_BREAKS(category_members_only_added, category_changed_equal_means_same),
        if (mpi_was_finalized()) std::rotate(members.rbegin(), members.rbegin() + 1, members.rend()))
MPITCHECK_MEMBERS(category_member_exchanged, MPI_T_category_get_categories, "MPI_Init replaces a sub-category of the last category",
        MPITCHECK_BREAKS(category_changed_equal_means_same),
        if (mpi_was_initialized() && members.size() > 1) members.back() = members.front())
MPITCHECK_ROW(category_changed_silently, "MPI_Init adds a cvar to categories, but the update number does not change",
      MPITCHECK_BREAKS(category_changed_equal_means_same),
    MPITCHECK_OUTPUT_OF(MPI_T_category_get_info, if (!mpi_was_initialized() && num_cvars && *num_cvars > 0) --*num_cvars);
    MPITCHECK_MEMBERS_OF(MPI_T_category_get_cvars, if (!mpi_was_initialized() && !members.empty()) members.pop_back());
    MPITCHECK_OUTPUT_OF(MPI_T_category_changed, static const int returned = *update_number; *update_number = returned))
MPITCHECK_OUTPUT(category_changed_falls_in_init, MPI_T_category_changed, "MPI_Init resets the update number", MPITCHECK_BREAKS(category_changed_monotone),
       if (mpi_was_initialized()) *update_number = -1000)
MPITCHECK_OUTPUT(category_changed_falls_in_finalize, MPI_T_category_changed, "MPI_Finalize resets the update number",
       MPITCHECK_BREAKS(category_changed_monotone), if (mpi_was_finalized()) *update_number = -1000)
MPITCHECK_OUTPUT(category_changed_falls_each_time, MPI_T_category_changed, "The update number falls with each call", MPITCHECK_BREAKS(category_changed_monotone),
       *update_number -= times())
MPITCHECK_GIVEN(category_changed_unset, MPI_T_category_changed, "After MPI_Init no update number is returned", MPITCHECK_BREAKS(category_changed_monotone),
      if (mpi_was_initialized()) return MPI_SUCCESS)
MPITCHECK_OUTPUT(category_changed_for_nothing, MPI_T_category_changed, "MPI_Init raises the update number, although nothing is added",
       MPITCHECK_BREAKS(category_changed_higher_means_growth), if (mpi_was_initialized()) ++*update_number)
MPITCHECK_OUTPUT(category_changed_each_time, MPI_T_category_changed, "The update number rises with each call, although nothing is added",
       MPITCHECK_BREAKS(category_changed_higher_means_growth), *update_number += times())
// clang-format on

}  // namespace
}  // namespace mpitcheck::faults

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
OUTPUT(category_num_negative, MPI_T_category_get_num, "MPI_T_category_get_num returns a negative number",
       BREAKS(category_num_nonnegative, category_num_may_only_grow), set(num_cat, -1))
GIVEN(category_last_refused, MPI_T_category_get_info, "The last category cannot be queried", BREAKS(category_num_nonnegative),
      if (is_last_category(cat_index)) return MPI_T_ERR_INVALID_INDEX)
OUTPUT(category_num_one_too_high, MPI_T_category_get_num, "The number of categories is one too high", BREAKS(category_num_nonnegative), ++*num_cat)
OUTPUT(category_num_falls_in_init, MPI_T_category_get_num, "MPI_Init removes a category",
       BREAKS(category_num_may_only_grow, category_changed_equal_means_same, category_members_usable),
       static int returned = 0; if (!mpi_was_initialized()) returned = *num_cat; else if (returned > 0) *num_cat = returned - 1)
OUTPUT(category_num_falls_in_finalize, MPI_T_category_get_num, "MPI_Finalize removes a category",
       BREAKS(category_num_may_only_grow, category_changed_equal_means_same),
       static int returned = 0; if (!mpi_was_finalized()) returned = *num_cat; else if (returned > 0) *num_cat = returned - 1)
ROW(category_renumbered_by_init, "MPI_Init renumbers the first two categories",
    BREAKS(category_num_may_only_grow, category_changed_equal_means_same, category_members_only_added),
    GIVEN_OF(MPI_T_category_get_info, cat_index = swapped_category(cat_index));
    OUTPUT_OF(MPI_T_category_get_index, *cat_index = swapped_category(*cat_index));
    GIVEN_OF(MPI_T_category_get_cvars, cat_index = swapped_category(cat_index));
    GIVEN_OF(MPI_T_category_get_pvars, cat_index = swapped_category(cat_index));
    GIVEN_OF(MPI_T_category_get_categories, cat_index = swapped_category(cat_index));
    GIVEN_OF(MPI_T_category_get_events, cat_index = swapped_category(cat_index));
    GIVEN_OF(MPI_T_category_get_num_events, cat_index = swapped_category(cat_index)))

// --- What queries return
ROW(category_name_empty, "The last category has an empty name", BREAKS(category_name_nonempty_unique),
    NAME_OF(MPI_T_category_get_info, is_last_category(cat_index), "");
    CODE_OF(MPI_T_category_get_index, code != MPI_SUCCESS && *name == '\0' ? found(category_num() - 1, cat_index) : code))
ROW(category_name_twice, "The last category has the name of the first", BREAKS(category_name_nonempty_unique, category_get_index_roundtrip),
    NAME_OF(MPI_T_category_get_info, is_last_category(cat_index), category_name(0)))
ROW(category_desc_length_zero, "The length of a missing description is 0",
    BREAKS(category_desc_optional, strings_null_buffer_query, strings_zero_size_query),
    REPLACE(MPI_T_category_get_info) { if (!is_last_category(cat_index) || !desc_len) return REAL(MPI_T_category_get_info);
        char* const buffer = std::exchange(desc, nullptr); const int code = REAL(MPI_T_category_get_info);
        if (code == MPI_SUCCESS) { return_text("", buffer, desc_len); *desc_len = 0; } return code; })
GIVEN(category_null_pvars_refused, MPI_T_category_get_info, "MPI_T_category_get_info refuses NULL for num_pvars",
      BREAKS(category_info_null_out_ignored), if (!num_pvars) return MPI_T_ERR_INVALID)
GIVEN(category_null_cvars_hides_rest, MPI_T_category_get_info, "If num_cvars is NULL, no other count is returned",
      BREAKS(category_info_null_out_ignored), if (!num_cvars) num_pvars = num_categories = nullptr)
GIVEN(category_bad_index_found, MPI_T_category_get_info, "The query for the index after the last category succeeds",
      BREAKS(category_bad_index),
      if (is_last_category(cat_index - 1)) --cat_index)
GIVEN(category_bad_index_has_members, MPI_T_category_get_cvars, "The query for cvars of the index after the last category succeeds",
      BREAKS(category_bad_index),
      if (is_last_category(cat_index - 1)) return MPI_SUCCESS)
GIVEN(category_bad_index_code, MPI_T_category_get_pvars, "The query for pvars of category -1 returns a wrong error code",
      BREAKS(category_bad_index),
      if (cat_index < 0) return MPI_T_ERR_INVALID)
OUTPUT(category_lookup_one_less, MPI_T_category_get_index, "The look-up of the last category returns the index before it",
      BREAKS(category_get_index_roundtrip),
       if (*cat_index > 0 && is_last_category(*cat_index)) --*cat_index)
CODE(category_lookup_unknown_found, MPI_T_category_get_index, "The look-up of an unknown name succeeds with index -1",
      BREAKS(category_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? found(-1, cat_index) : code)
CODE(category_lookup_unknown_code, MPI_T_category_get_index, "The look-up of an unknown name returns a wrong error code",
      BREAKS(category_get_index_unknown),
     code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code)

// --- Members
OUTPUT(category_count_cvars_high, MPI_T_category_get_info, "A category reports one cvar more than it lists", BREAKS(category_info_counts),
       if (num_cvars && *num_cvars > 0) ++*num_cvars)
OUTPUT(category_count_pvars_low, MPI_T_category_get_info, "A category reports one pvar less than it lists",
       BREAKS(category_info_counts, category_members_long_array), if (num_pvars && *num_pvars > 0) --*num_pvars)
OUTPUT(category_count_without_categories, MPI_T_category_get_info, "No category reports its sub-categories",
       BREAKS(category_info_counts, category_members_long_array), set(num_categories, 0))
OUTPUT(category_count_negative, MPI_T_category_get_info, "A category without cvars reports -1", BREAKS(category_info_counts),
       if (num_cvars && *num_cvars == 0) *num_cvars = -1)
OUTPUT(category_events_one_more, MPI_T_category_get_num_events, "A category reports one event type more than it lists",
      BREAKS(category_num_events),
       ++*num_events)
GIVEN(category_events_refused, MPI_T_category_get_num_events, "The number of event types of the last category cannot be queried",
      BREAKS(category_num_events), if (is_last_category(cat_index)) return MPI_T_ERR_INVALID)
MEMBERS(category_member_of_none, MPI_T_category_get_cvars, "The last cvar of a category does not exist", BREAKS(category_members_usable),
        if (!members.empty()) members.back() = cvar_num())
MEMBERS(category_event_of_none, MPI_T_category_get_events, "The last event type of a category does not exist",
      BREAKS(category_members_usable),
        if (!members.empty()) members.back() = event_num())
OUTPUT(category_len_plus_one, MPI_T_category_get_cvars, "One entry more than len is written", BREAKS(category_members_at_most_len),
       const Members cvars = cvars_in(cat_index); if (len > 0 && len < count_of(cvars)) indices[len] = cvars[len])
OUTPUT(category_len_zero_written, MPI_T_category_get_pvars, "An entry is written although len is 0", BREAKS(category_members_at_most_len),
       if (len == 0 && !pvars_in(cat_index).empty()) indices[0] = 0)
GIVEN(category_len_zero_refused, MPI_T_category_get_categories, "A len of 0 is refused",
      BREAKS(category_members_at_most_len, category_members_short_array), if (len == 0) return MPI_T_ERR_INVALID)
GIVEN(category_short_array_one_less, MPI_T_category_get_cvars, "An array that is too short is not filled", BREAKS(category_members_short_array),
      if (len > 0 && len < count_of(cvars_in(cat_index))) --len)
GIVEN(category_short_array_refused, MPI_T_category_get_cvars, "An array that is too short is refused",
      BREAKS(category_members_short_array, category_members_at_most_len),
      if (len > 0 && len < count_of(cvars_in(cat_index))) return MPI_T_ERR_INVALID)
OUTPUT(category_short_array_repeats, MPI_T_category_get_cvars, "A short array has the first member in all entries",
       BREAKS(category_members_short_array), if (len > 1 && len < count_of(cvars_in(cat_index))) std::fill(indices, indices + len, indices[0]))
OUTPUT(category_short_array_ends_in_zero, MPI_T_category_get_pvars, "The last entry of a short array is 0", BREAKS(category_members_short_array),
       if (len > 0 && len < count_of(pvars_in(cat_index))) indices[len - 1] = 0)
OUTPUT(category_long_array_cleared, MPI_T_category_get_cvars, "The rest of a long array is set to -1",
       BREAKS(category_members_long_array, category_info_counts),
       const int count = count_of(cvars_in(cat_index)); if (len > count) std::fill(indices + count, indices + len, -1))
OUTPUT(category_long_array_terminated, MPI_T_category_get_events, "-1 is written after the last of the event types",
       BREAKS(category_members_long_array, category_num_events),
       const int count = count_of(events_in(cat_index)); if (len > count) indices[count] = -1)
GIVEN(category_long_array_at_its_end, MPI_T_category_get_categories, "In a long array the members are at the end",
      BREAKS(category_members_long_array, category_info_counts),
      const int spare = std::max(len - count_of(categories_in(cat_index)), 0); len -= spare; indices += spare)
ROW(category_cycle_of_one, "The last category contains itself", BREAKS(category_no_cycles),
    OUTPUT_OF(MPI_T_category_get_info, if (is_last_category(cat_index)) set(num_categories, 1));
    MEMBERS_OF(MPI_T_category_get_categories, if (is_last_category(cat_index)) members.assign(1, cat_index)))
ROW(category_cycle_of_two, "Two categories contain each other", BREAKS(category_no_cycles),
    OUTPUT_OF(MPI_T_category_get_info, if (cat_index >= category_num() - 2) set(num_categories, 1));
    MEMBERS_OF(MPI_T_category_get_categories, put_in_cycle(2, cat_index, members)))
ROW(category_cycle_of_three, "Three categories contain each other in a cycle", BREAKS(category_no_cycles),
    OUTPUT_OF(MPI_T_category_get_info, if (cat_index >= category_num() - 3) set(num_categories, 1));
    MEMBERS_OF(MPI_T_category_get_categories, put_in_cycle(3, cat_index, members)))

// --- Over time
ROW(category_member_lost_in_init, "MPI_Init removes the last cvar of each category",
    BREAKS(category_members_only_added, category_changed_equal_means_same),
    OUTPUT_OF(MPI_T_category_get_info, if (mpi_was_initialized() && num_cvars && *num_cvars > 0) --*num_cvars);
    MEMBERS_OF(MPI_T_category_get_cvars, if (mpi_was_initialized() && !members.empty()) members.pop_back()))
MEMBERS(category_members_reordered_by_init, MPI_T_category_get_cvars, "MPI_Init reverses the order of the cvars",
        BREAKS(category_members_only_added, category_changed_equal_means_same),
        if (mpi_was_initialized()) std::reverse(members.begin(), members.end()))
MEMBERS(category_members_reordered_by_finalize, MPI_T_category_get_pvars, "MPI_Finalize moves the last pvar of a category to the front",
        BREAKS(category_members_only_added, category_changed_equal_means_same),
        if (mpi_was_finalized()) std::rotate(members.rbegin(), members.rbegin() + 1, members.rend()))
MEMBERS(category_member_exchanged, MPI_T_category_get_categories, "MPI_Init replaces a sub-category of the last category",
        BREAKS(category_changed_equal_means_same),
        if (mpi_was_initialized() && members.size() > 1) members.back() = members.front())
ROW(category_changed_silently, "MPI_Init adds a cvar to categories, but the update number does not change",
      BREAKS(category_changed_equal_means_same),
    OUTPUT_OF(MPI_T_category_get_info, if (!mpi_was_initialized() && num_cvars && *num_cvars > 0) --*num_cvars);
    MEMBERS_OF(MPI_T_category_get_cvars, if (!mpi_was_initialized() && !members.empty()) members.pop_back());
    OUTPUT_OF(MPI_T_category_changed, static const int returned = *update_number; *update_number = returned))
OUTPUT(category_changed_falls_in_init, MPI_T_category_changed, "MPI_Init resets the update number", BREAKS(category_changed_monotone),
       if (mpi_was_initialized()) *update_number = -1000)
OUTPUT(category_changed_falls_in_finalize, MPI_T_category_changed, "MPI_Finalize resets the update number",
       BREAKS(category_changed_monotone), if (mpi_was_finalized()) *update_number = -1000)
OUTPUT(category_changed_falls_each_time, MPI_T_category_changed, "The update number falls with each call", BREAKS(category_changed_monotone),
       *update_number -= times())
GIVEN(category_changed_unset, MPI_T_category_changed, "After MPI_Init no update number is returned", BREAKS(category_changed_monotone),
      if (mpi_was_initialized()) return MPI_SUCCESS)
OUTPUT(category_changed_for_nothing, MPI_T_category_changed, "MPI_Init raises the update number, although nothing is added",
       BREAKS(category_changed_higher_means_growth), if (mpi_was_initialized()) ++*update_number)
OUTPUT(category_changed_each_time, MPI_T_category_changed, "The update number rises with each call, although nothing is added",
       BREAKS(category_changed_higher_means_growth), *update_number += times())
// clang-format on

}  // namespace
}  // namespace mpitcheck::faults

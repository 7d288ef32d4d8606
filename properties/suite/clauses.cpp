// SPDX-License-Identifier: BSD-3-Clause
// The lists of clauses.
#include "properties/suite/clauses.hpp"

namespace mpitcheck::properties {

Clauses together(std::initializer_list<Clauses> lists) {
  Clauses all;
  for (const Clauses& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Clauses clauses_of_values() {
  return {clause::pvar_session_isolation_reset,
          clause::pvar_session_isolation_start_stop,
          clause::pvar_reset_all_handles,
          clause::pvar_start_all_handles,
          clause::pvar_readreset_combines,
          clause::pvar_reset_to_start,
          clause::pvar_write_sets_value,
          clause::pvar_stop_freezes,
          clause::pvar_restart_continues,
          clause::pvar_start_begins_updates,
          clause::pvar_handle_several,
          clause::pvar_read_delivers_value,
          clause::pvar_class_highwatermark_monotone,
          clause::pvar_class_lowwatermark_monotone,
          clause::datatype_value_layout};
}

Clauses clauses_of_codes() {
  return {clause::pvar_session_create,
          clause::pvar_session_free_nulls,
          clause::pvar_session_free_ends_use,
          clause::pvar_handle_alloc,
          clause::pvar_handle_count,
          clause::pvar_handle_free_nulls,
          clause::pvar_handle_session_mismatch,
          clause::pvar_continuous_no_startstop,
          clause::pvar_start_all_ignores,
          clause::pvar_start_all_empty_ok,
          clause::pvar_read_stopped,
          clause::pvar_read_readonly_ok,
          clause::pvar_write_refused_code,
          clause::pvar_reset_refused_code,
          clause::pvar_reset_all_empty_ok,
          clause::pvar_readreset_not_atomic_code};
}

Clauses clauses_of_strings() {
  return {clause::strings_at_most_n_minus_1,
          clause::strings_truncation_keeps_prefix,
          clause::strings_exact_fit,
          clause::strings_length_out_on_truncation,
          clause::strings_length_out_on_fit,
          clause::strings_n_equals_1,
          clause::strings_null_buffer_query,
          clause::strings_zero_size_query,
          clause::strings_null_length_ignores_buffer};
}

Clauses clauses_of_queries() {
  return {clause::cvar_num_nonnegative,
          clause::cvar_num_may_only_grow,
          clause::cvar_info_immutable,
          clause::cvar_info_null_out_ignored,
          clause::cvar_get_index_roundtrip,
          clause::cvar_get_index_unknown,
          clause::pvar_num_nonnegative,
          clause::pvar_num_may_only_grow,
          clause::pvar_info_immutable,
          clause::pvar_info_null_out_ignored,
          clause::pvar_get_index_roundtrip,
          clause::pvar_get_index_unknown,
          clause::enum_item_count_positive,
          clause::enum_item_access,
          clause::category_num_nonnegative,
          clause::category_num_may_only_grow,
          clause::category_info_counts,
          clause::category_info_null_out_ignored,
          clause::category_get_index_roundtrip,
          clause::category_get_index_unknown,
          clause::category_members_only_added,
          clause::category_members_at_most_len,
          clause::category_members_short_array,
          clause::category_members_long_array,
          clause::category_members_usable,
          clause::category_changed_monotone,
          clause::category_changed_equal_means_same};
}

Clauses clauses_of_cvars() {
  return {clause::cvar_handle_count,           clause::cvar_handle_free_nulls,
          clause::cvar_read_delivers_value,    clause::cvar_constant_value_fixed,
          clause::cvar_write_constant_refused, clause::cvar_write_readonly_refused,
          clause::cvar_write_not_now,          clause::cvar_write_never_is_final,
          clause::cvar_write_takes_effect};
}

Clauses clauses_of_events() {
  return {clause::event_get_index_roundtrip, clause::event_info_repeatable,
          clause::event_info_null_args,      clause::event_handle_alloc,
          clause::event_callback_register,   clause::event_callback_null_removes,
          clause::event_callback_args,       clause::event_callback_safety_arg,
          clause::event_callback_user_data,  clause::event_free_success,
          clause::event_free_nothing_after,  clause::event_free_user_data};
}

Clauses all_clauses_judged() {
  return together(
      {clauses_of_values(),
       clauses_of_codes(),
       clauses_of_strings(),
       clauses_of_queries(),
       clauses_of_cvars(),
       clauses_of_events(),
       {clause::init_repeatable, clause::init_provided_value, clause::init_interleaving_allowed}});
}

}  // namespace mpitcheck::properties

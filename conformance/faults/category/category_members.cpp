// SPDX-License-Identifier: BSD-3-Clause
// Faults of the members of categories.
#include "conformance/faults/category/categories.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(category_count_cvars_high, "A category reports a cvar more than it lists",
                clause::category_info_counts) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (reply.cvars != nullptr && *reply.cvars > 0) ++*reply.cvars;
  });
}

MPITCHECK_FAULT(category_count_pvars_low, "A category reports a pvar less than it lists",
                clause::category_info_counts, clause::category_members_long_array) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (reply.pvars != nullptr && *reply.pvars > 0) --*reply.pvars;
  });
}

MPITCHECK_FAULT(category_count_without_categories, "No category reports its sub-categories",
                clause::category_info_counts, clause::category_members_long_array) {
  spoil_category_info(mpi, [](const CategoryReply& reply) { set(reply.categories, 0); });
}

MPITCHECK_FAULT(category_count_negative, "A category without cvars reports -1",
                clause::category_info_counts) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (reply.cvars != nullptr && *reply.cvars == 0) *reply.cvars = -1;
  });
}

MPITCHECK_FAULT(category_events_one_more, "A category reports an event type more than it lists",
                clause::category_num_events) {
  mpi.MPI_T_category_get_num_events = [](int category, int* num) {
    const int code = real.MPI_T_category_get_num_events(category, num);
    if (code == MPI_SUCCESS) ++*num;
    return code;
  };
}

MPITCHECK_FAULT(category_events_refused,
                "The number of event types of the last category is refused",
                clause::category_num_events) {
  mpi.MPI_T_category_get_num_events = [](int category, int* num) {
    return is_last_category(category) ? MPI_T_ERR_INVALID
                                      : real.MPI_T_category_get_num_events(category, num);
  };
}

MPITCHECK_FAULT(category_member_of_none, "The last cvar of a category is none",
                clause::category_members_usable) {
  change_members<&Interface::MPI_T_category_get_cvars>(mpi, [](int, Members& members) {
    if (!members.empty()) members.back() = number_of(real.MPI_T_cvar_get_num);
  });
}

MPITCHECK_FAULT(category_event_of_none, "The last event type of a category is none",
                clause::category_members_usable) {
  change_members<&Interface::MPI_T_category_get_events>(mpi, [](int, Members& members) {
    if (!members.empty()) members.back() = number_of(real.MPI_T_event_get_num);
  });
}

MPITCHECK_FAULT(category_len_plus_one, "One entry more than len is written",
                clause::category_members_at_most_len) {
  spoil_members<&Interface::MPI_T_category_get_cvars>(mpi, [](int category, int len, int* indices,
                                                              int count) {
    if (len > 0 && len < count) {
      indices[len] =
          members_of<&Interface::MPI_T_category_get_cvars>(category)[static_cast<std::size_t>(len)];
    }
  });
}

MPITCHECK_FAULT(category_len_zero_written, "An entry is written although len is 0",
                clause::category_members_at_most_len) {
  spoil_members<&Interface::MPI_T_category_get_pvars>(mpi,
                                                      [](int, int len, int* indices, int count) {
                                                        if (len == 0 && count > 0) indices[0] = 0;
                                                      });
}

MPITCHECK_FAULT(category_len_zero_refused, "A len of 0 is refused",
                clause::category_members_at_most_len, clause::category_members_short_array) {
  mpi.MPI_T_category_get_categories = [](int category, int len, int* indices) {
    return len == 0 ? MPI_T_ERR_INVALID
                    : real.MPI_T_category_get_categories(category, len, indices);
  };
}

MPITCHECK_FAULT(category_short_array_one_less, "An array that is too short is not filled",
                clause::category_members_short_array) {
  mpi.MPI_T_category_get_cvars = [](int category, int len, int* indices) {
    const auto count = members_of<&Interface::MPI_T_category_get_cvars>(category).size();
    const bool is_short = len > 0 && static_cast<std::size_t>(len) < count;
    return real.MPI_T_category_get_cvars(category, is_short ? len - 1 : len, indices);
  };
}

MPITCHECK_FAULT(category_short_array_refused, "An array that is too short is refused",
                clause::category_members_short_array, clause::category_members_at_most_len) {
  mpi.MPI_T_category_get_cvars = [](int category, int len, int* indices) {
    const auto count = members_of<&Interface::MPI_T_category_get_cvars>(category).size();
    const bool is_short = len > 0 && static_cast<std::size_t>(len) < count;
    return is_short ? MPI_T_ERR_INVALID : real.MPI_T_category_get_cvars(category, len, indices);
  };
}

MPITCHECK_FAULT(category_short_array_repeats, "A short array holds the first member over and over",
                clause::category_members_short_array) {
  spoil_members<&Interface::MPI_T_category_get_cvars>(
      mpi, [](int, int len, int* indices, int count) {
        if (len > 1 && len < count) std::fill(indices, indices + len, indices[0]);
      });
}

MPITCHECK_FAULT(category_short_array_ends_in_zero, "The last entry of a short array is 0",
                clause::category_members_short_array) {
  spoil_members<&Interface::MPI_T_category_get_pvars>(mpi,
                                                      [](int, int len, int* indices, int count) {
                                                        if (len > 0 && len < count)
                                                          indices[len - 1] = 0;
                                                      });
}

MPITCHECK_FAULT(category_long_array_cleared, "The rest of a long array is set to -1",
                clause::category_members_long_array, clause::category_info_counts) {
  spoil_members<&Interface::MPI_T_category_get_cvars>(
      mpi, [](int, int len, int* indices, int count) {
        if (len > count) std::fill(indices + count, indices + len, -1);
      });
}

MPITCHECK_FAULT(category_long_array_terminated, "Behind the last of the event types -1 is written",
                clause::category_members_long_array, clause::category_num_events) {
  spoil_members<&Interface::MPI_T_category_get_events>(mpi,
                                                       [](int, int len, int* indices, int count) {
                                                         if (len > count) indices[count] = -1;
                                                       });
}

MPITCHECK_FAULT(category_long_array_at_its_end, "In a long array the members stand at the end",
                clause::category_members_long_array, clause::category_info_counts) {
  mpi.MPI_T_category_get_categories = [](int category, int len, int* indices) {
    const auto members = members_of<&Interface::MPI_T_category_get_categories>(category);
    const int spare = std::max(len - static_cast<int>(members.size()), 0);
    return real.MPI_T_category_get_categories(category, len - spare, indices + spare);
  };
}

MPITCHECK_FAULT(category_cycle_of_one, "The last category contains itself",
                clause::category_no_cycles) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (is_last_category(reply.index)) set(reply.categories, 1);
  });
  change_members<&Interface::MPI_T_category_get_categories>(mpi, [](int index, Members& members) {
    if (is_last_category(index)) members.assign(1, index);
  });
}

// The last `length` categories contain each other, all in one round.
template <int length>
void make_cycle(Interface& mpi) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (reply.index >= number_of(real.MPI_T_category_get_num) - length) set(reply.categories, 1);
  });
  change_members<&Interface::MPI_T_category_get_categories>(mpi, [](int index, Members& members) {
    const int first = number_of(real.MPI_T_category_get_num) - length;
    if (first >= 0 && index >= first) members.assign(1, first + (index - first + 1) % length);
  });
}

MPITCHECK_FAULT(category_cycle_of_two, "Two categories contain each other",
                clause::category_no_cycles) {
  make_cycle<2>(mpi);
}

MPITCHECK_FAULT(category_cycle_of_three, "Three categories contain each other in a round",
                clause::category_no_cycles) {
  make_cycle<3>(mpi);
}

}  // namespace
}  // namespace mpitcheck::faults

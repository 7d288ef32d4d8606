// SPDX-License-Identifier: BSD-3-Clause
// Faults of event types as members of categories.
#include <algorithm>
#include <vector>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

int members_num(int category) {
  int count = 0;
  const int code = real.MPI_T_category_get_num_events(category, &count);
  return code == MPI_SUCCESS ? count : 0;
}

// After each success: change(category, len, indices, filled).
template <class Change>
void change_members(Interface& mpi, Change) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    const int code = real.MPI_T_category_get_events(category, len, indices);
    if (code == MPI_SUCCESS && indices != nullptr) {
      Change{}(category, len, indices, std::clamp(members_num(category), 0, std::max(len, 0)));
    }
    return code;
  };
}

template <class Change>
void change_members_num(Interface& mpi, Change) {
  mpi.MPI_T_category_get_num_events = [](int category, int* num) {
    const int code = real.MPI_T_category_get_num_events(category, num);
    return code == MPI_SUCCESS && num != nullptr ? Change{}(*num) : code;
  };
}

MPITCHECK_FAULT(category_num_events_of_none_fails,
                "the number of event types of a category without any cannot be asked for",
                clause::event_category_num) {
  change_members_num(mpi,
                     [](int& num) { return num == 0 ? MPI_T_ERR_INVALID_INDEX : MPI_SUCCESS; });
}

MPITCHECK_FAULT(category_num_events_negative, "a category without event types has -1",
                clause::event_category_num, clause::category_num_events) {
  change_members_num(mpi, [](int& num) {
    if (num == 0) num = -1;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(category_num_events_one_too_few, "a category has one event type more than it says",
                clause::event_category_tail, clause::event_category_len) {
  change_members_num(mpi, [](int& num) {
    if (num > 0) --num;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(category_num_events_one_too_many, "a category says one event type too many",
                clause::event_category_list, clause::event_category_num) {
  change_members_num(mpi, [](int& num) {
    ++num;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(category_event_listed_twice, "a full list ends with its first event type again",
                clause::event_category_list) {
  change_members(mpi, [](int category, int, int* indices, int filled) {
    if (filled > 1 && filled == members_num(category)) indices[filled - 1] = indices[0];
  });
}

MPITCHECK_FAULT(category_event_unknown, "a list ends with the number of all event types",
                clause::event_category_list) {
  change_members(mpi, [](int category, int, int* indices, int filled) {
    if (filled > 0 && filled == members_num(category)) indices[filled - 1] = event_num();
  });
}

MPITCHECK_FAULT(category_events_counted_from_1, "lists count event types from 1",
                clause::event_category_list, clause::category_members_usable) {
  change_members(mpi, [](int, int, int* indices, int filled) {
    for (int i = 0; i < filled; ++i) ++indices[i];
  });
}

MPITCHECK_FAULT(category_events_one_beyond, "a short array gets one entry too many",
                clause::event_category_len) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    const bool is_short = len > 0 && len < members_num(category);
    return real.MPI_T_category_get_events(category, is_short ? len + 1 : len, indices);
  };
}

MPITCHECK_FAULT(category_events_one_short, "a short array is not filled to its end",
                clause::event_category_len) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    const bool is_short = len > 0 && len < members_num(category);
    return real.MPI_T_category_get_events(category, is_short ? len - 1 : len, indices);
  };
}

MPITCHECK_FAULT(category_events_short_array_refused, "a short array is refused",
                clause::event_category_len) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    const bool is_short = len < members_num(category);
    return is_short ? MPI_T_ERR_INVALID : real.MPI_T_category_get_events(category, len, indices);
  };
}

MPITCHECK_FAULT(category_events_of_others, "a short array gets an event type of another category",
                clause::event_category_len, clause::category_members_short_array) {
  change_members(mpi, [](int category, int len, int* indices, int filled) {
    if (filled == 0 || len >= members_num(category)) return;
    std::vector<int> all(static_cast<std::size_t>(members_num(category)));
    real.MPI_T_category_get_events(category, static_cast<int>(all.size()), all.data());
    for (int other = 0; other < event_num(); ++other) {
      if (std::find(all.begin(), all.end(), other) == all.end()) indices[filled - 1] = other;
    }
  });
}

MPITCHECK_FAULT(category_events_marked_end, "a list ends with -1 if there is room for it",
                clause::event_category_tail) {
  change_members(mpi, [](int category, int len, int* indices, int) {
    const int count = members_num(category);
    if (len > count) indices[count] = -1;
  });
}

MPITCHECK_FAULT(category_events_from_second_place, "with room to spare the first entry is left out",
                clause::event_category_tail) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    const bool is_long = len > members_num(category);
    return real.MPI_T_category_get_events(category, is_long ? len - 1 : len,
                                          is_long ? indices + 1 : indices);
  };
}

MPITCHECK_FAULT(category_events_bad_category, "a category that does not exist has no event types",
                clause::event_category_invalid_index) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    const int code = real.MPI_T_category_get_events(category, len, indices);
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_SUCCESS : code;
  };
}

MPITCHECK_FAULT(category_num_events_bad_category, "a category that does not exist is invalid",
                clause::event_category_invalid_index) {
  mpi.MPI_T_category_get_num_events = [](int category, int* num) {
    const int code = real.MPI_T_category_get_num_events(category, num);
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID : code;
  };
}

MPITCHECK_FAULT(category_changed_falls, "the update number of categories falls in MPI_Init",
                clause::event_category_changed, clause::category_changed_monotone) {
  mpi.MPI_T_category_changed = [](int* number) {
    const int code = real.MPI_T_category_changed(number);
    if (code == MPI_SUCCESS && number != nullptr && !mpi_was_initialized()) *number += 1000;
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of the elements of event types: datatypes, displacements, arrays.
#include <algorithm>
#include <array>
#include <vector>

#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

// All elements of the queried type, whatever the tool asked for.
struct Elements {
  explicit Elements(const EventQuery& query) {
    EventQuery whole{query.index, nullptr, nullptr, nullptr, datatypes.data(), displacements.data(),
                     &count,      nullptr, nullptr, nullptr, nullptr,          nullptr};
    if (whole.ask() != MPI_SUCCESS) count = 0;
  }
  [[nodiscard]] std::size_t size() const {
    return std::min(static_cast<std::size_t>(std::max(count, 0)), datatypes.size());
  }

  std::array<MPI_Datatype, 64> datatypes{};
  std::array<MPI_Aint, 64> displacements{};
  int count = 64;
};

// How many entries the call has filled.
int filled(const EventQuery& query) {
  return query.num_elements == nullptr ? 0 : std::clamp(query.room, 0, *query.num_elements);
}

// change(displacements, count) for the entries that were filled.
template <class Change>
void change_displacements(Interface& mpi, Change) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.displacements != nullptr) Change{}(query.displacements, filled(query));
  });
}

MPITCHECK_FAULT(event_datatype_beyond_the_list, "the last event type has elements of MPI_FLOAT",
                clause::event_info_datatypes) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.datatypes == nullptr || !is_last_event(query.index)) return;
    std::fill_n(query.datatypes, filled(query), MPI_FLOAT);
  });
}

MPITCHECK_FAULT(event_datatype_null, "the last of several elements has no datatype",
                clause::event_info_datatypes) {
  change_event_info(mpi, [](EventQuery& query) {
    const int count = filled(query);
    if (query.datatypes == nullptr || count < 2 || count < *query.num_elements) return;
    query.datatypes[count - 1] = MPI_DATATYPE_NULL;
  });
}

MPITCHECK_FAULT(event_displacement_after_header,
                "displacements count from a header that copies have too",
                clause::event_info_displacement_zero) {
  change_displacements(mpi, [](MPI_Aint* displacements, int count) {
    for (int i = 0; i < count; ++i) displacements[i] += 16;
  });
  mpi.MPI_T_event_copy = [](MPI_T_event_instance instance, void* buffer) {
    return real.MPI_T_event_copy(instance, static_cast<char*>(buffer) + 16);
  };
}

MPITCHECK_FAULT(event_displacement_twice, "two elements have one displacement",
                clause::event_info_displacement_ascending, clause::event_data_copy_layout) {
  change_displacements(mpi, [](MPI_Aint* displacements, int count) {
    if (count > 1) displacements[count - 1] = displacements[count - 2];
  });
}

MPITCHECK_FAULT(event_displacement_swapped, "the last two of several elements are out of order",
                clause::event_info_displacement_ascending, clause::event_data_copy_layout) {
  change_displacements(mpi, [](MPI_Aint* displacements, int count) {
    if (count > 2) std::swap(displacements[count - 1], displacements[count - 2]);
  });
}

MPITCHECK_FAULT(event_displacement_overlaps, "an element begins in the last byte of the one before",
                clause::event_info_displacement_ascending, clause::event_data_copy_layout) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.displacements == nullptr) return;
    const Elements all(query);
    for (int i = 1; i < filled(query); ++i) {
      int size = 0;
      PMPI_Type_size(all.datatypes[static_cast<std::size_t>(i - 1)], &size);
      query.displacements[i] = query.displacements[i - 1] + size - 1;
    }
  });
}

MPITCHECK_FAULT(event_num_elements_is_capacity,
                "num_elements tells how many entries were filled, not how many there are",
                clause::event_info_num_elements) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.num_elements != nullptr) *query.num_elements = filled(query);
  });
}

MPITCHECK_FAULT(event_num_elements_untouched,
                "num_elements stays as it was if there is room enough",
                clause::event_info_num_elements) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.num_elements != nullptr && query.room > *query.num_elements) {
      *query.num_elements = query.room;
    }
  });
}

MPITCHECK_FAULT(event_num_elements_with_room_for_one,
                "num_elements is 1 if there is room for one of several",
                clause::event_info_num_elements) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.num_elements != nullptr && query.room == 1 && *query.num_elements > 1) {
      *query.num_elements = 1;
    }
  });
}

MPITCHECK_FAULT(event_arrays_one_beyond, "arrays with too little room get one entry too many",
                clause::event_info_array_truncate) {
  change_event_info(mpi, [](EventQuery& query) {
    const int beyond = filled(query);
    if (query.num_elements == nullptr || beyond >= *query.num_elements) return;
    const Elements all(query);
    const auto at = static_cast<std::size_t>(beyond);
    if (query.datatypes != nullptr) query.datatypes[beyond] = all.datatypes[at];
    if (query.displacements != nullptr) query.displacements[beyond] = all.displacements[at];
  });
}

MPITCHECK_FAULT(event_arrays_one_short,
                "the last entry of arrays with too little room is not filled",
                clause::event_info_array_truncate) {
  answer_event_info(mpi, [](EventQuery& query) {
    const bool short_of = query.room > 0 && query.room < static_cast<int>(Elements(query).size());
    if (short_of) --*query.num_elements;
    return query.ask();
  });
}

MPITCHECK_FAULT(event_arrays_cleared_behind, "displacements behind the last element become 0",
                clause::event_info_array_truncate) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.displacements == nullptr || query.num_elements == nullptr) return;
    for (int i = filled(query); i < query.room; ++i) query.displacements[i] = 0;
  });
}

MPITCHECK_FAULT(event_arrays_from_the_end, "arrays with too little room get the last elements",
                clause::event_info_array_truncate) {
  change_event_info(mpi, [](EventQuery& query) {
    const Elements all(query);
    const auto count = static_cast<std::size_t>(filled(query));
    const auto skipped = static_cast<std::ptrdiff_t>(all.size() - count);
    if (query.datatypes != nullptr) {
      std::copy_n(all.datatypes.begin() + skipped, count, query.datatypes);
    }
  });
}

MPITCHECK_FAULT(event_arrays_without_count, "without num_elements the arrays are filled",
                clause::event_info_num_elements_null) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.num_elements != nullptr) return;
    const Elements all(query);
    if (query.datatypes != nullptr) {
      std::copy_n(all.datatypes.begin(), all.size(), query.datatypes);
    }
  });
}

MPITCHECK_FAULT(event_displacements_want_datatypes,
                "without the array of datatypes there are no displacements",
                clause::event_info_num_elements_null) {
  answer_event_info(mpi, [](EventQuery& query) {
    if (query.datatypes == nullptr) query.displacements = nullptr;
    return query.ask();
  });
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// Faults of the list of event types: their number, their indices, the look-up of their names.
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

template <class Change>
void change_event_num(Interface& mpi, Change) {
  mpi.MPI_T_event_get_num = [](int* num) {
    const int code = real.MPI_T_event_get_num(num);
    return code == MPI_SUCCESS && num != nullptr ? Change{}(*num) : code;
  };
}

template <class Change>
void change_event_index(Interface& mpi, Change) {
  mpi.MPI_T_event_get_index = [](const char* name, int* index) {
    return Change{}(real.MPI_T_event_get_index(name, index), name, index);
  };
}

MPITCHECK_FAULT(event_num_fails, "MPI_T_event_get_num fails", clause::event_num_success,
                clause::event_outside_mpi) {
  change_event_num(mpi, [](int&) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_num_negative, "MPI_T_event_get_num gives a negative number",
                clause::event_num_success) {
  change_event_num(mpi, [](int& num) {
    num = -1;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_num_one_too_many, "MPI_T_event_get_num counts one event type too many",
                clause::event_index_dense) {
  change_event_num(mpi, [](int& num) {
    ++num;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_last_unknown, "the last event type is an invalid index",
                clause::event_index_dense) {
  answer_event_info(mpi, [](EventQuery& query) {
    return is_last_event(query.index) ? MPI_T_ERR_INVALID_INDEX : query.ask();
  });
}

MPITCHECK_FAULT(event_num_falls_in_init, "MPI_Init takes an event type away",
                clause::event_num_monotone) {
  change_event_num(mpi, [](int& num) {
    static int before = num;
    if (mpi_was_initialized() && before > 0) num = before - 1;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_num_zero_after_finalize, "MPI_Finalize takes all event types away",
                clause::event_num_monotone) {
  change_event_num(mpi, [](int& num) {
    if (mpi_was_finalized()) num = 0;
    return MPI_SUCCESS;
  });
}

// From MPI_Init on the first two change places.
int swapped(int index) {
  const bool swaps = mpi_was_initialized() && (index == 0 || index == 1) && event_num() > 1;
  return swaps ? 1 - index : index;
}

MPITCHECK_FAULT(event_indices_swapped_in_init,
                "MPI_Init exchanges the indices of the first two event types",
                clause::event_index_stable) {
  answer_event_info(mpi, [](EventQuery& query) {
    query.index = swapped(query.index);
    return query.ask();
  });
  change_event_index(mpi, [](int code, const char*, int* index) {
    if (code == MPI_SUCCESS && index != nullptr) *index = swapped(*index);
    return code;
  });
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    return real.MPI_T_event_handle_alloc(swapped(index), object, info, registration);
  };
}

MPITCHECK_FAULT(event_last_withdrawn_in_finalize,
                "the last event type cannot be queried after MPI_Finalize",
                clause::event_index_stable, clause::event_index_dense, clause::event_outside_mpi) {
  answer_event_info(mpi, [](EventQuery& query) {
    return mpi_was_finalized() && is_last_event(query.index) ? MPI_T_ERR_INVALID_INDEX
                                                             : query.ask();
  });
}

MPITCHECK_FAULT(event_lookup_last_off_by_one,
                "the look-up of the last event type gives the index before it",
                clause::event_get_index_roundtrip, clause::event_index_stable) {
  change_event_index(mpi, [](int code, const char*, int* index) {
    if (code == MPI_SUCCESS && index != nullptr && *index > 0 && is_last_event(*index)) --*index;
    return code;
  });
}

MPITCHECK_FAULT(event_lookup_prefix, "the look-up takes the beginning of a name for the name",
                clause::event_get_index_unknown) {
  change_event_index(mpi, [](int code, const char* name, int* index) {
    for (int i = 0; code == MPI_T_ERR_INVALID_NAME && name[0] != '\0' && i < event_num(); ++i) {
      char full[512];
      int length = sizeof full;
      const EventQuery query{i,       full,    &length, nullptr, nullptr, nullptr,
                             nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
      if (query.ask() != MPI_SUCCESS || std::strncmp(full, name, std::strlen(name)) != 0) continue;
      if (index != nullptr) *index = i;
      return MPI_SUCCESS;
    }
    return code;
  });
}

MPITCHECK_FAULT(event_lookup_any_case, "the look-up does not tell capital letters from others",
                clause::event_get_index_unknown) {
  change_event_index(mpi, [](int code, const char* name, int* index) {
    if (code != MPI_T_ERR_INVALID_NAME) return code;
    std::string lower(name);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return real.MPI_T_event_get_index(lower.c_str(), index);
  });
}

MPITCHECK_FAULT(event_lookup_empty_name, "the look-up of the empty name finds the first event type",
                clause::event_get_index_unknown) {
  change_event_index(mpi, [](int code, const char* name, int* index) {
    if (code != MPI_T_ERR_INVALID_NAME || *name != '\0' || event_num() == 0) return code;
    if (index != nullptr) *index = 0;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_lookup_wrong_code, "the look-up of an unknown name is an invalid index",
                clause::event_get_index_unknown) {
  change_event_index(mpi, [](int code, const char*, int*) {
    return code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code;
  });
}

MPITCHECK_FAULT(event_lookup_aborts, "the look-up of an unknown name ends the program",
                clause::event_errors_nonfatal, clause::event_get_index_unknown) {
  change_event_index(mpi, [](int code, const char*, int*) {
    if (code == MPI_T_ERR_INVALID_NAME && mpi_was_initialized()) std::abort();
    return code;
  });
}

MPITCHECK_FAULT(event_info_wrong_code, "an index that names no event type is an invalid argument",
                clause::event_info_invalid_index) {
  answer_event_info(mpi, [](EventQuery& query) {
    const int code = query.ask();
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID : code;
  });
}

MPITCHECK_FAULT(event_info_index_wraps, "index -1 names the last event type",
                clause::event_info_invalid_index) {
  answer_event_info(mpi, [](EventQuery& query) {
    if (query.index == -1) query.index = event_num() - 1;
    return query.ask();
  });
}

}  // namespace
}  // namespace mpitcheck::faults

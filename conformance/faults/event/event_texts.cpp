// SPDX-License-Identifier: BSD-3-Clause
// Faults of the names and descriptions of event types.
#include <cstring>

#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

bool is_missing(const EventQuery& query) {
  int length = 0;
  const EventQuery plain{query.index, nullptr, nullptr, nullptr, nullptr, nullptr,
                         nullptr,     nullptr, nullptr, nullptr, &length, nullptr};
  return plain.ask() == MPI_SUCCESS && length == 1;
}

MPITCHECK_FAULT(event_name_empty, "the last event type has an empty name",
                clause::event_info_name_nonempty) {
  change_event_info(mpi, [](EventQuery& query) {
    if (!is_last_event(query.index)) return;
    if (query.name != nullptr && query.name_room > 0) query.name[0] = '\0';
    if (query.name_len != nullptr) *query.name_len = 1;
  });
  mpi.MPI_T_event_get_index = [](const char* name, int* index) {
    if (*name != '\0') return real.MPI_T_event_get_index(name, index);
    *index = event_num() - 1;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(event_name_twice, "the last event type has the name of the one before it",
                clause::event_info_name_unique, clause::event_get_index_roundtrip,
                clause::event_index_stable) {
  answer_event_info(mpi, [](EventQuery& query) {
    const int code = query.ask();
    if (code != MPI_SUCCESS || !is_last_event(query.index) || query.index == 0) return code;
    if (query.name_len != nullptr) *query.name_len = query.name_room;
    const EventQuery name{query.index - 1, query.name, query.name_len, nullptr, nullptr, nullptr,
                          nullptr,         nullptr,    nullptr,        nullptr, nullptr, nullptr};
    return name.ask();
  });
}

MPITCHECK_FAULT(event_name_length_without_null,
                "the length of the name of an event type lacks the null",
                clause::event_info_strings) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.name_len != nullptr && (query.name == nullptr || query.name_room == 0)) {
      --*query.name_len;
    }
  });
}

MPITCHECK_FAULT(event_name_one_byte_beyond, "one byte behind the buffer of the name is written",
                clause::event_info_strings, clause::strings_at_most_n_minus_1,
                clause::strings_n_equals_1) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.name != nullptr && query.name_room > 0 &&
        std::strlen(query.name) + 1 == static_cast<std::size_t>(query.name_room)) {
      query.name[query.name_room] = '\0';
    }
  });
}

MPITCHECK_FAULT(event_name_short, "a full buffer loses the last character of the name",
                clause::event_info_strings) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.name == nullptr || query.name_room < 2) return;
    const std::size_t length = std::strlen(query.name);
    if (length + 1 == static_cast<std::size_t>(query.name_room)) query.name[length - 1] = '\0';
  });
}

MPITCHECK_FAULT(event_desc_not_terminated, "a description that is cut off has no null",
                clause::event_info_strings) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.desc != nullptr && query.desc_room > 0 &&
        std::strlen(query.desc) + 1 == static_cast<std::size_t>(query.desc_room)) {
      query.desc[query.desc_room - 1] = '?';
    }
  });
}

MPITCHECK_FAULT(event_desc_length_untouched,
                "desc_len of a description that is asked for stays as it was",
                clause::event_info_strings) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.desc_len != nullptr && query.desc == nullptr) *query.desc_len = query.desc_room;
  });
}

MPITCHECK_FAULT(event_desc_written_at_length_0, "with desc_len 0 the null is written all the same",
                clause::event_info_strings) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.desc != nullptr && query.desc_len != nullptr && query.desc_room == 0) {
      query.desc[0] = '\0';
    }
  });
}

MPITCHECK_FAULT(event_name_written_at_length_0, "with name_len 0 the null is written all the same",
                clause::event_info_strings) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.name != nullptr && query.name_len != nullptr && query.name_room == 0) {
      query.name[0] = '\0';
    }
  });
}

MPITCHECK_FAULT(event_desc_missing_length_0, "a missing description has length 0, without the null",
                clause::event_info_desc_optional) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.desc_len != nullptr && is_missing(query)) *query.desc_len = 0;
  });
}

MPITCHECK_FAULT(event_desc_missing_untouched, "a missing description leaves the buffer as it was",
                clause::event_info_desc_optional, clause::strings_independent_pairs) {
  answer_event_info(mpi, [](EventQuery& query) {
    if (query.desc != nullptr && query.desc_room > 0 && is_missing(query)) {
      *query.desc_len = 0;
      query.desc = nullptr;
    }
    return query.ask();
  });
}

}  // namespace
}  // namespace mpitcheck::faults

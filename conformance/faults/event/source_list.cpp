// SPDX-License-Identifier: BSD-3-Clause
// Faults of the list of sources: their number, indices and texts.
#include <cstring>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/source_query.hpp"

namespace mpitcheck::faults {
namespace {

template <class Change>
void change_source_num(Interface& mpi, Change) {
  mpi.MPI_T_source_get_num = [](int* num) {
    const int code = real.MPI_T_source_get_num(num);
    if (code == MPI_SUCCESS && num != nullptr) Change{}(*num);
    return code;
  };
}

MPITCHECK_FAULT(source_num_fails, "MPI_T_source_get_num fails", clause::source_num_success,
                clause::event_outside_mpi) {
  mpi.MPI_T_source_get_num = [](int*) { return MPI_T_ERR_INVALID; };
}

MPITCHECK_FAULT(source_num_negative, "MPI_T_source_get_num gives a negative number",
                clause::source_num_success) {
  change_source_num(mpi, [](int& num) { num = -num - 1; });
}

MPITCHECK_FAULT(source_num_one_too_many, "MPI_T_source_get_num counts one source too many",
                clause::source_index_dense) {
  change_source_num(mpi, [](int& num) { ++num; });
}

MPITCHECK_FAULT(source_last_unknown, "the last source is an invalid index",
                clause::source_index_dense) {
  answer_source_info(mpi, [](SourceQuery& query) {
    return is_last_source(query.index) ? MPI_T_ERR_INVALID_INDEX : query.ask();
  });
}

MPITCHECK_FAULT(source_num_falls_in_init, "MPI_Init takes a source away",
                clause::source_num_monotone) {
  change_source_num(mpi, [](int& num) {
    static int before = num;
    if (mpi_was_initialized() && before > 0) num = before - 1;
  });
}

MPITCHECK_FAULT(source_num_zero_after_finalize, "MPI_Finalize takes all sources away",
                clause::source_num_monotone) {
  change_source_num(mpi, [](int& num) {
    if (mpi_was_finalized()) num = 0;
  });
}

MPITCHECK_FAULT(source_indices_swapped_in_init, "MPI_Init exchanges the first two sources",
                clause::source_index_stable) {
  answer_source_info(mpi, [](SourceQuery& query) {
    const bool swaps = mpi_was_initialized() && source_num() > 1;
    if (swaps && (query.index == 0 || query.index == 1)) query.index = 1 - query.index;
    return query.ask();
  });
}

MPITCHECK_FAULT(source_last_withdrawn_in_finalize,
                "the last source cannot be queried after MPI_Finalize",
                clause::source_index_stable) {
  answer_source_info(mpi, [](SourceQuery& query) {
    return mpi_was_finalized() && is_last_source(query.index) ? MPI_T_ERR_INVALID_INDEX
                                                              : query.ask();
  });
}

MPITCHECK_FAULT(source_info_index_wraps, "source -1 is the last source",
                clause::source_info_invalid_index) {
  answer_source_info(mpi, [](SourceQuery& query) {
    if (query.index == -1) query.index = source_num() - 1;
    return query.ask();
  });
}

MPITCHECK_FAULT(source_name_length_without_null,
                "the length of the name of a source lacks the null", clause::source_info_strings) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.name_len != nullptr && (query.name == nullptr || query.name_room == 0)) {
      --*query.name_len;
    }
  });
}

MPITCHECK_FAULT(source_name_one_byte_beyond, "one byte behind the buffer of the name is written",
                clause::source_info_strings) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.name != nullptr && query.name_room > 0 &&
        std::strlen(query.name) + 1 == static_cast<std::size_t>(query.name_room)) {
      query.name[query.name_room] = '\0';
    }
  });
}

MPITCHECK_FAULT(source_desc_not_terminated, "a description that is cut off has no null",
                clause::source_info_strings, clause::strings_at_most_n_minus_1,
                clause::strings_n_equals_1, clause::strings_truncation_keeps_prefix) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.desc != nullptr && query.desc_room > 0 &&
        std::strlen(query.desc) + 1 == static_cast<std::size_t>(query.desc_room)) {
      query.desc[query.desc_room - 1] = '?';
    }
  });
}

MPITCHECK_FAULT(source_desc_written_at_length_0, "with desc_len 0 the null is written all the same",
                clause::source_info_strings) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.desc != nullptr && query.desc_len != nullptr && query.desc_room == 0) {
      query.desc[0] = '\0';
    }
  });
}

MPITCHECK_FAULT(source_desc_written_without_length, "without desc_len the description is written",
                clause::source_info_strings) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.desc != nullptr && query.desc_len == nullptr) query.desc[0] = '\0';
  });
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_source_get_info with its arguments in one piece, for faults that change an answer.
#pragma once

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// The arguments of one call, and what room the tool offered.
struct SourceQuery {
  int index;
  char* name;
  int* name_len;
  char* desc;
  int* desc_len;
  MPI_T_source_order* ordering;
  MPI_Count* ticks_per_second;
  MPI_Count* max_ticks;
  MPI_Info* info;
  int name_room = name_len == nullptr ? 0 : *name_len;
  int desc_room = desc_len == nullptr ? 0 : *desc_len;

  [[nodiscard]] int ask() const {
    return real.MPI_T_source_get_info(index, name, name_len, desc, desc_len, ordering,
                                      ticks_per_second, max_ticks, info);
  }
};

/// From now on answer(query) makes the call and returns its code.
template <class Answer>
void answer_source_info(Interface& mpi, Answer) {
  mpi.MPI_T_source_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                 MPI_T_source_order* ordering, MPI_Count* ticks_per_second,
                                 MPI_Count* max_ticks, MPI_Info* info) {
    SourceQuery query{index,     name, name_len, desc, desc_len, ordering, ticks_per_second,
                      max_ticks, info};
    return Answer{}(query);
  };
}

/// From now on change(query) runs after each success.
template <class Change>
void change_source_info(Interface& mpi, Change) {
  answer_source_info(mpi, [](SourceQuery& query) {
    const int code = query.ask();
    if (code == MPI_SUCCESS) Change{}(query);
    return code;
  });
}

inline int source_num() {
  int count = 0;
  return real.MPI_T_source_get_num(&count) == MPI_SUCCESS ? count : 0;
}

inline bool is_last_source(int index) { return index >= 0 && index == source_num() - 1; }

}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_event_get_info with its many arguments in one piece, for faults that change an answer.
#pragma once

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// The arguments of one call, and what room the tool offered.
struct EventQuery {
  int index;
  char* name;
  int* name_len;
  int* verbosity;
  MPI_Datatype* datatypes;
  MPI_Aint* displacements;
  int* num_elements;
  MPI_T_enum* enumtype;
  MPI_Info* info;
  char* desc;
  int* desc_len;
  int* bind;
  int name_room = name_len == nullptr ? 0 : *name_len;
  int desc_room = desc_len == nullptr ? 0 : *desc_len;
  int room = num_elements == nullptr ? 0 : *num_elements;

  [[nodiscard]] int ask() const {
    return real.MPI_T_event_get_info(index, name, name_len, verbosity, datatypes, displacements,
                                     num_elements, enumtype, info, desc, desc_len, bind);
  }
};

/// From now on answer(query) makes the call and returns its code.
template <class Answer>
void answer_event_info(Interface& mpi, Answer) {
  mpi.MPI_T_event_get_info = [](int index, char* name, int* name_len, int* verbosity,
                                MPI_Datatype* datatypes, MPI_Aint* displacements, int* num_elements,
                                MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len,
                                int* bind) {
    EventQuery query{index,        name,     name_len, verbosity, datatypes, displacements,
                     num_elements, enumtype, info,     desc,      desc_len,  bind};
    return Answer{}(query);
  };
}

/// From now on change(query) runs after each success.
template <class Change>
void change_event_info(Interface& mpi, Change) {
  answer_event_info(mpi, [](EventQuery& query) {
    const int code = query.ask();
    if (code == MPI_SUCCESS) Change{}(query);
    return code;
  });
}

inline int event_num() {
  int count = 0;
  return real.MPI_T_event_get_num(&count) == MPI_SUCCESS ? count : 0;
}

inline bool is_last_event(int index) { return index >= 0 && index == event_num() - 1; }

}  // namespace mpitcheck::faults

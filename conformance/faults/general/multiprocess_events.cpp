// SPDX-License-Identifier: BSD-3-Clause
// Faults of event types in connected processes: rank 1 says something else than rank 0.
#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {
#ifdef MPITCHECK_DECLARES_MPI_T_event_get_info

constexpr Clause identical = clause::multiprocess_event_identical;
constexpr Clause cross_process = clause::event_info_cross_process;

struct EventAnswer {
  int index;
  int room;  // elements that the caller's arrays take
  int* verbosity;
  MPI_Datatype* datatypes;
  int* num_elements;
  MPI_T_enum* enumtype;
  int* bind;
};

// Lets `change` work on the answers that an odd process gets.
template <class Change>
void change_events(Interface& mpi, Change) {
  mpi.MPI_T_event_get_info = [](int index, char* name, int* name_len, int* verbosity,
                                MPI_Datatype datatypes[], MPI_Aint displacements[],
                                int* num_elements, MPI_T_enum* enumtype, MPI_Info* info, char* desc,
                                int* desc_len, int* bind) {
    const int room = num_elements == nullptr ? 0 : *num_elements;
    const int code =
        real.MPI_T_event_get_info(index, name, name_len, verbosity, datatypes, displacements,
                                  num_elements, enumtype, info, desc, desc_len, bind);
    if (code == MPI_SUCCESS && rank_in_world() % 2 == 1) {
      Change{}(EventAnswer{index, room, verbosity, datatypes, num_elements, enumtype, bind});
    }
    return code;
  };
}

MPITCHECK_FAULT(multiprocess_event_verbosity, "Event types have another verbosity in rank 1",
                identical, cross_process) {
  change_events(mpi, [](const EventAnswer& event) {
    if (event.verbosity == nullptr) return;
    *event.verbosity = *event.verbosity == MPI_T_VERBOSITY_USER_BASIC ? MPI_T_VERBOSITY_USER_ALL
                                                                      : MPI_T_VERBOSITY_USER_BASIC;
  });
}

MPITCHECK_FAULT(multiprocess_event_bind, "The first event type is bound otherwise in rank 1",
                identical, cross_process) {
  change_events(mpi, [](const EventAnswer& event) {
    if (event.index != 0 || event.bind == nullptr) return;
    *event.bind = *event.bind == MPI_T_BIND_NO_OBJECT ? MPI_T_BIND_MPI_WIN : MPI_T_BIND_NO_OBJECT;
  });
}

MPITCHECK_FAULT(multiprocess_event_elements, "The first event type has one element less in rank 1",
                identical, cross_process) {
  change_events(mpi, [](const EventAnswer& event) {
    if (event.index == 0 && event.num_elements != nullptr) --*event.num_elements;
  });
}

MPITCHECK_FAULT(multiprocess_event_datatype,
                "The first element of event types has another datatype in rank 1", identical,
                cross_process) {
  change_events(mpi, [](const EventAnswer& event) {
    if (event.datatypes == nullptr || event.room < 1 || *event.num_elements < 1) return;
    event.datatypes[0] = event.datatypes[0] == MPI_DOUBLE ? MPI_UNSIGNED_LONG : MPI_DOUBLE;
  });
}

MPITCHECK_FAULT(multiprocess_event_enum_missing,
                "Event types with an enumeration have none in rank 1", identical, cross_process) {
  change_events(mpi, [](const EventAnswer& event) {
    if (event.enumtype != nullptr) *event.enumtype = MPI_T_ENUM_NULL;
  });
}

#endif
}  // namespace
}  // namespace mpitcheck::faults

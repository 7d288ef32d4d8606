// SPDX-License-Identifier: BSD-3-Clause
// Faults of event types and sources while MPI, or the interface, is not up.
#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

// What a library says that does not look whether it is initialized.
int unless_down(int code) { return code == MPI_T_ERR_NOT_INITIALIZED ? MPI_SUCCESS : code; }

MPITCHECK_FAULT(event_num_needs_mpi, "MPI_T_event_get_num fails before MPI_Init",
                clause::event_outside_mpi, clause::event_num_success) {
  mpi.MPI_T_event_get_num = [](int* num) {
    return mpi_was_initialized() ? real.MPI_T_event_get_num(num) : MPI_T_ERR_NOT_INITIALIZED;
  };
}

MPITCHECK_FAULT(event_lookup_ends_with_mpi, "MPI_T_event_get_index fails after MPI_Finalize",
                clause::event_outside_mpi, clause::event_index_stable) {
  mpi.MPI_T_event_get_index = [](const char* name, int* index) {
    return mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED
                               : real.MPI_T_event_get_index(name, index);
  };
}

MPITCHECK_FAULT(event_info_needs_mpi, "MPI_T_event_get_info fails before MPI_Init",
                clause::event_outside_mpi, clause::event_index_dense) {
  answer_event_info(mpi, [](EventQuery& query) {
    return mpi_was_initialized() ? query.ask() : MPI_T_ERR_NOT_INITIALIZED;
  });
}

MPITCHECK_FAULT(event_info_ends_with_mpi, "MPI_T_event_get_info fails after MPI_Finalize",
                clause::event_outside_mpi, clause::event_index_stable) {
  answer_event_info(mpi, [](EventQuery& query) {
    return mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED : query.ask();
  });
}

MPITCHECK_FAULT(source_num_ends_with_mpi, "MPI_T_source_get_num fails after MPI_Finalize",
                clause::event_outside_mpi) {
  mpi.MPI_T_source_get_num = [](int* num) {
    return mpi_was_finalized() ? MPI_T_ERR_NOT_INITIALIZED : real.MPI_T_source_get_num(num);
  };
}

MPITCHECK_FAULT(event_info_object_needs_mpi, "no info objects of event types while MPI is down",
                clause::event_info_object, clause::event_outside_mpi) {
  answer_event_info(mpi, [](EventQuery& query) {
    return query.info != nullptr && !mpi_is_up() ? MPI_T_ERR_INVALID : query.ask();
  });
}

MPITCHECK_FAULT(event_num_while_down, "MPI_T_event_get_num works before MPI_T_init_thread",
                clause::event_not_initialized, clause::init_required_first) {
  mpi.MPI_T_event_get_num = [](int* num) { return unless_down(real.MPI_T_event_get_num(num)); };
}

MPITCHECK_FAULT(event_alloc_while_down, "MPI_T_event_handle_alloc works before MPI_T_init_thread",
                clause::event_not_initialized) {
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    return unless_down(real.MPI_T_event_handle_alloc(index, object, info, registration));
  };
}

MPITCHECK_FAULT(source_info_while_down, "MPI_T_source_get_info works before MPI_T_init_thread",
                clause::event_not_initialized) {
  mpi.MPI_T_source_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                 MPI_T_source_order* ordering, MPI_Count* ticks, MPI_Count* most,
                                 MPI_Info* info) {
    return unless_down(real.MPI_T_source_get_info(index, name, name_len, desc, desc_len, ordering,
                                                  ticks, most, info));
  };
}

MPITCHECK_FAULT(category_events_while_down,
                "MPI_T_category_get_events works before MPI_T_init_thread",
                clause::event_not_initialized) {
  mpi.MPI_T_category_get_events = [](int category, int len, int* indices) {
    return unless_down(real.MPI_T_category_get_events(category, len, indices));
  };
}

}  // namespace
}  // namespace mpitcheck::faults

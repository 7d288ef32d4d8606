// SPDX-License-Identifier: BSD-3-Clause
// Faults of what a source says of itself: order, ticks, hints.
#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/conventions/info_objects.hpp"
#include "conformance/faults/event/source_query.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(source_order_unknown, "the order of the last source is neither of the two",
                clause::source_ordering_value) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.ordering != nullptr && is_last_source(query.index)) {
      *query.ordering = static_cast<MPI_T_source_order>(3);
    }
  });
}

MPITCHECK_FAULT(source_order_untouched, "the order of a source is not told",
                clause::source_ordering_value) {
  answer_source_info(mpi, [](SourceQuery& query) {
    MPI_T_source_order order{};
    if (query.ordering != nullptr) query.ordering = &order;
    return query.ask();
  });
}

MPITCHECK_FAULT(source_ticks_zero, "the clock of the last source has 0 ticks per second",
                clause::source_ticks_per_second) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.ticks_per_second != nullptr && is_last_source(query.index)) {
      *query.ticks_per_second = 0;
    }
  });
}

MPITCHECK_FAULT(source_ticks_of_milliseconds, "a source tells the ticks in a millisecond",
                clause::source_ticks_per_second) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.ticks_per_second != nullptr) *query.ticks_per_second /= 1000;
  });
}

MPITCHECK_FAULT(source_ticks_length, "a source tells the nanoseconds of a tick",
                clause::source_ticks_per_second) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.ticks_per_second != nullptr && *query.ticks_per_second != 0) {
      *query.ticks_per_second = 1'000'000'000 / *query.ticks_per_second;
    }
  });
}

MPITCHECK_FAULT(source_max_ticks_zero, "the largest stamp is 0", clause::source_max_ticks) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.max_ticks != nullptr) *query.max_ticks = 0;
  });
}

MPITCHECK_FAULT(source_max_ticks_of_a_second, "the largest stamp is that of the first second",
                clause::source_max_ticks) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.max_ticks != nullptr && query.ticks_per_second != nullptr) {
      *query.max_ticks = *query.ticks_per_second;
    }
  });
}

MPITCHECK_FAULT(source_info_object_null, "for info there is MPI_INFO_NULL",
                clause::source_info_object) {
  answer_source_info(mpi, [](auto& query) { return ask_for_null_info(query); });
}

MPITCHECK_FAULT(source_info_object_shared, "all queries return one info object",
                clause::source_info_object) {
  answer_source_info(mpi, [](auto& query) { return ask_for_shared_info(query); });
}

MPITCHECK_FAULT(source_info_object_freed, "the info object was freed already",
                clause::source_info_object) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.info == nullptr) return;
    MPI_Info copy = *query.info;
    took_effect();
    PMPI_Info_free(&copy);
  });
}

MPITCHECK_FAULT(source_info_null_refused, "NULL for info is refused", clause::source_info_object) {
  answer_source_info(mpi, [](SourceQuery& query) {
    return query.info == nullptr ? MPI_T_ERR_INVALID : query.ask();
  });
}

}  // namespace
}  // namespace mpitcheck::faults

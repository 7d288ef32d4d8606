// SPDX-License-Identifier: BSD-3-Clause
// Faults of the clocks of sources, and of the stamps of events.

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_names.hpp"
#include "conformance/faults/event/source_query.hpp"

namespace mpitcheck::faults {
namespace {

template <class Change>
void change_now(Interface& mpi, Change) {
  mpi.MPI_T_source_get_timestamp = [](int source, MPI_Count* stamp) {
    const int code = real.MPI_T_source_get_timestamp(source, stamp);
    return code == MPI_SUCCESS && stamp != nullptr ? Change{}(source, *stamp) : code;
  };
}

template <class Change>
void change_stamp(Interface& mpi, Change) {
  mpi.MPI_T_event_get_timestamp = [](MPI_T_event_instance instance, MPI_Count* stamp) {
    const int code = real.MPI_T_event_get_timestamp(instance, stamp);
    return code == MPI_SUCCESS && stamp != nullptr ? Change{}(instance, *stamp) : code;
  };
}

MPITCHECK_FAULT(source_now_fails, "a source with a clock tells no time",
                clause::source_timestamp_not_supported) {
  change_now(mpi, [](int, MPI_Count&) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(source_now_at_first_only, "after ten calls the time is not supported any more",
                clause::source_timestamp_success) {
  change_now(mpi, [](int, MPI_Count&) {
    static int calls = 0;
    return ++calls <= 10 ? MPI_SUCCESS : not_supported;
  });
}

MPITCHECK_FAULT(source_now_not_at_first, "the first call says that the time is not supported",
                clause::source_timestamp_not_supported) {
  change_now(mpi, [](int, MPI_Count&) {
    static int calls = 0;
    return ++calls == 1 ? not_supported : MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(source_now_goes_back, "every 50th time is a second early",
                clause::source_timestamp_success) {
  change_now(mpi, [](int source, MPI_Count& stamp) {
    static int calls = 0;
    MPI_T_source_order ordering{};
    MPI_Count ticks = 0;
    MPI_Count most = 0;
    SourceQuery query{source,    nullptr, nullptr, nullptr, nullptr,
                      &ordering, &ticks,  &most,   nullptr};
    if (++calls % 50 == 0 && query.ask() == MPI_SUCCESS) stamp -= ticks;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(source_now_beyond_max, "the time is above the largest stamp",
                clause::source_max_ticks) {
  change_now(mpi, [](int, MPI_Count& stamp) {
    stamp += MPI_Count{1} << 40;
    return MPI_SUCCESS;
  });
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.max_ticks != nullptr) *query.max_ticks = MPI_Count{1} << 40;
  });
}

MPITCHECK_FAULT(source_now_of_bad_source, "a source that does not exist has the time 0",
                clause::source_timestamp_invalid_index, clause::errors_source_row) {
  mpi.MPI_T_source_get_timestamp = [](int source, MPI_Count* stamp) {
    const int code = real.MPI_T_source_get_timestamp(source, stamp);
    if (code != MPI_T_ERR_INVALID_INDEX) return code;
    *stamp = 0;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(source_now_of_bad_source_unsupported,
                "a source that does not exist does not support the time",
                clause::source_timestamp_invalid_index, clause::errors_source_row) {
  alter_code<&Interface::MPI_T_source_get_timestamp>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_INDEX ? not_supported : code; });
}

MPITCHECK_FAULT(source_now_of_other_clock, "the time of a source runs a day ahead of its events",
                clause::source_timestamp_same_clock) {
  change_now(mpi, [](int, MPI_Count& stamp) {
    stamp += MPI_Count{86'400'000'000'000};
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_stamp_of_other_clock,
                "events are stamped by a clock of a thousandth the rate",
                clause::source_timestamp_same_clock) {
  change_stamp(mpi, [](MPI_T_event_instance, MPI_Count& stamp) {
    stamp /= 1000;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_stamp_fails, "events have no stamps", clause::event_data_timestamp) {
  change_stamp(mpi, [](MPI_T_event_instance, MPI_Count&) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_stamp_negative, "stamps of events are negative",
                clause::event_data_timestamp) {
  change_stamp(mpi, [](MPI_T_event_instance, MPI_Count& stamp) {
    stamp = -stamp;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_stamp_in_the_future, "stamps of events are later than their callbacks",
                clause::event_data_timestamp) {
  change_stamp(mpi, [](MPI_T_event_instance, MPI_Count& stamp) {
    stamp += 10'000'000'000;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_stamp_of_the_query, "the stamp of an event is the time of the question",
                clause::event_data_timestamp_stable) {
  change_stamp(mpi, [](MPI_T_event_instance instance, MPI_Count& stamp) {
    int source = 0;
    MPI_Count now = 0;
    if (real.MPI_T_event_get_source(instance, &source) == MPI_SUCCESS &&
        real.MPI_T_source_get_timestamp(source, &now) == MPI_SUCCESS) {
      stamp = now;
    }
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_stamp_beyond_max, "stamps of events are above the largest stamp",
                clause::source_max_ticks) {
  change_source_info(mpi, [](SourceQuery& query) {
    if (query.max_ticks != nullptr) *query.max_ticks = 1000;
  });
  mpi.MPI_T_source_get_timestamp = [](int source, MPI_Count* stamp) {
    const int code = real.MPI_T_source_get_timestamp(source, stamp);
    return code == MPI_SUCCESS ? not_supported : code;
  };
}

MPITCHECK_FAULT(event_stamps_go_back, "every other event of a source is stamped 50 ticks early",
                clause::source_ordered_monotone, clause::source_timestamp_same_clock) {
  change_stamp(mpi, [](MPI_T_event_instance instance, MPI_Count& stamp) {
    static MPI_T_event_instance last{};
    static bool early = false;
    if (instance != last) early = !early;
    last = instance;
    if (early) stamp -= 50;
    return MPI_SUCCESS;
  });
}

}  // namespace
}  // namespace mpitcheck::faults

// SPDX-License-Identifier: BSD-3-Clause
// What can be read of an event inside its callback: elements, stamps, source.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/event_watch.hpp"
#include "harness/names.hpp"
#include "harness/sources.hpp"
#include "harness/test.hpp"

namespace mpitcheck {
namespace {

// Watches all types through some traffic; `look(made, label)` for each event.
template <class Look>
void each_event(Test& t, const Look& look) {
  std::vector<std::unique_ptr<EventWatch>> watches;
  for (const EventType& type : watchable_types()) {
    watches.push_back(std::make_unique<EventWatch>(type));
    watches.back()->listen_everywhere();
  }
  drive_events();
  bool any = false;
  for (const Invocation& made : all_invocations()) {
    if (made.kind != Invocation::Kind::event || made.watch < 0) continue;
    if (made.watch >= static_cast<int>(watches.size())) continue;
    any = true;
    look(made, *watches[static_cast<std::size_t>(made.watch)]);
  }
  if (!any) t.missing("an event type that self traffic raises");
}

// The same for events whose elements were read and copied.
template <class Look>
void each_event_inside(Test& t, const Look& look) {
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (!made.looked_inside) return t.missing(join("room for the elements of ", watch.label()));
    look(made, watch);
  });
}

}  // namespace

MPITCHECK_TEST("event-data.read.elements",
               "Each element can be read, in any order and again, and no byte more is written.",
               cites(clause::event_data_read, clause::event_data_read_width), needs::mpi) {
  each_event_inside(t, [&](const Invocation& made, const EventWatch& watch) {
    t.check(clause::event_data_read, watch,
            made.read_code == MPI_SUCCESS && made.same_when_read_again,
            "MPI_SUCCESS, twice the same value", [&] {
              return join(code_name(made.read_code), made.same_when_read_again
                                                         ? ", twice the same value"
                                                         : ", two values for one element");
            });
    t.check(clause::event_data_read_width, watch, made.read_within_element,
            "one element of its datatype", "bytes behind it too");
  });
}

MPITCHECK_TEST("event-data.copy.layout",
               "A copy holds each element at its displacement and nothing behind the last.",
               cites(clause::event_data_copy_layout, clause::event_data_copy_extent), needs::mpi) {
  each_event_inside(t, [&](const Invocation& made, const EventWatch& watch) {
    t.check(clause::event_data_copy_layout, watch,
            made.copy_code == MPI_SUCCESS && made.copy_as_read, "MPI_SUCCESS, what was read", [&] {
              return join(code_name(made.copy_code),
                          made.copy_as_read ? ", what was read"
                                            : ", bytes that MPI_T_event_read did not give");
            });
    t.check(clause::event_data_copy_extent, watch, made.copy_within_extent,
            "nothing written behind the last element", "bytes written behind it");
  });
}

MPITCHECK_TEST("event-data.source.index", "An event tells its source, which can be queried.",
               cites(clause::event_data_source), needs::mpi) {
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    SourceInfo source{};
    t.check(clause::event_data_source, watch,
            made.source_code == MPI_SUCCESS && query_source(made.source, source) == MPI_SUCCESS,
            "MPI_SUCCESS, the index of a source",
            [&] { return join(code_name(made.source_code), ", ", made.source); });
  });
}

MPITCHECK_TEST("event-data.timestamp.value",
               "The stamp of an event is stable, within the range of its source, and not later "
               "than the callback.",
               cites(clause::event_data_timestamp, clause::event_data_timestamp_stable,
                     clause::source_max_ticks),
               needs::mpi) {
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    const auto stamp = [&] { return std::to_string(static_cast<long long>(made.stamp)); };
    t.check(
        clause::event_data_timestamp_stable, watch,
        made.stamp_again_code == made.stamp_code && made.stamp_again == made.stamp,
        [&] { return join(code_name(made.stamp_code), ", ", stamp(), ", as at first"); },
        [&] {
          return join(code_name(made.stamp_again_code), ", ",
                      static_cast<long long>(made.stamp_again));
        });
    t.check(clause::event_data_timestamp, watch, made.stamp_code == MPI_SUCCESS && made.stamp >= 0,
            "MPI_SUCCESS, at least 0",
            [&] { return join(code_name(made.stamp_code), ", ", stamp()); });
    SourceInfo source{};
    if (query_source(made.source, source) != MPI_SUCCESS) return;
    t.check(
        clause::source_max_ticks, watch, made.stamp <= source.max_ticks,
        [&] { return join("at most max_ticks, ", static_cast<long long>(source.max_ticks)); },
        stamp);
    if (made.now_code != MPI_SUCCESS) return;
    t.check(
        clause::event_data_timestamp, watch, made.stamp <= made.now,
        [&] {
          return join("at most ", static_cast<long long>(made.now), ", that of the callback");
        },
        stamp);
  });
}

MPITCHECK_TEST("source.timestamp.same-clock",
               "Stamps of events lie between the stamps of their source before and after.",
               cites(clause::source_timestamp_same_clock), needs::mpi) {
  std::map<int, MPI_Count> before;
  for (const SourceInfo& source : read_sources()) {
    MPI_Count stamp = 0;
    if (call::MPI_T_source_get_timestamp(source.index, &stamp) == MPI_SUCCESS) {
      before[source.index] = stamp;
    }
  }
  if (before.empty()) t.missing("a source that tells the time");
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (!before.contains(made.source) || made.now_code != MPI_SUCCESS) return;
    t.check(
        clause::source_timestamp_same_clock, watch,
        made.stamp >= before[made.source] && made.stamp <= made.now,
        [&] {
          return join("between ", static_cast<long long>(before[made.source]), " and ",
                      static_cast<long long>(made.now), " of the source's clock");
        },
        [&] { return std::to_string(static_cast<long long>(made.stamp)); });
  });
}

MPITCHECK_TEST("source.timestamp.ordered",
               "The stamps of an ordered source never go back from callback to callback.",
               cites(clause::source_ordered_monotone), needs::mpi) {
  std::map<int, MPI_Count> last;
  for (const SourceInfo& source : read_sources()) {
    if (source.is_ordered()) last[source.index] = 0;
  }
  if (last.empty()) t.missing("an ordered source");
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (made.source_code != MPI_SUCCESS || !last.contains(made.source)) return;
    t.check(
        clause::source_ordered_monotone, watch, made.stamp >= last[made.source],
        [&] { return join("at least ", static_cast<long long>(last[made.source])); },
        [&] { return std::to_string(static_cast<long long>(made.stamp)); });
    last[made.source] = made.stamp;
  });
}

}  // namespace mpitcheck

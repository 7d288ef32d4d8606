// SPDX-License-Identifier: BSD-3-Clause
// Data of an event for its callback: elements, timestamps and source.
#include <map>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// Watches all types during some traffic, and calls `look(made, label)` for each event.
template <class Look>
void each_event(Test& t, const Look& look) {
  const auto watches = watch_everything(t, audible_types());
  bool any = false;
  for (const Invocation& made : all_invocations()) {
    const EventWatch* const watch = watch_of(watches, made);
    if (made.kind != Invocation::Kind::event || watch == nullptr) continue;
    any = true;
    look(made, *watch);
  }
  if (!any) t.missing(an_event_that_is_raised());
}

// each_event() for events whose elements were read and copied.
template <class Look>
void each_event_inside(Test& t, const Look& look) {
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (!made.looked_inside) return t.missing(join("room for the elements of ", watch.label()));
    look(made, watch);
  });
}

constexpr std::string_view read_call = "MPI_T_event_read", copy_call = "MPI_T_event_copy",
                           source_call = "MPI_T_event_get_source",
                           stamp_call = "MPI_T_event_get_timestamp";

// The sources by index, as their queries report them.
std::map<int, SourceInfo> sources_by_index() {
  std::map<int, SourceInfo> sources;
  const int count = source_num();
  for (int i = 0; i < count; ++i) {
    SourceInfo source{};
    if (query_source(i, source) == MPI_SUCCESS) sources.emplace(i, source);
  }
  return sources;
}

auto stamp_is_at_most(const Invocation& made, MPI_Count most, std::string_view function,
                      std::string_view output) {
  return at_most("event_timestamp", made.stamp, most).of(stamp_call).as_in(function, output);
}

// The timestamp is not later than the source's time inside the callback.
auto stamp_is_past(const Invocation& made) {
  return stamp_is_at_most(made, made.now, "MPI_T_source_get_timestamp", "timestamp");
}

}  // namespace

MPITCHECK_TEST(
    "event-data.read.elements",
    "Each element can be read, in any order and repeatedly, and no byte after it is written.",
    cites(clause::event_data_read, clause::event_data_read_width), needs::mpi) {
  each_event_inside(t, [&](const Invocation& made, const EventWatch& watch) {
    // Later bytes of an element depend on its datatype, which a reproducer does not know.
    if (t.check(clause::event_data_read, watch,
                is_code(made.read_code, {MPI_SUCCESS}).of(read_call)) &&
        t.check(clause::event_data_read, watch,
                equals("buffer[0]", made.first_byte_again, made.first_byte)
                    .of(read_call)
                    .as_before())) {
      t.check(clause::event_data_read, watch,
              is_observed("buffer[*]", made.same_when_read_again, "the same", "another value")
                  .of(read_call)
                  .as_before());
    }
    t.check(clause::event_data_read_width, watch,
            is_untouched("bytes behind the element", made.read_within_element).of(read_call));
  });
}

MPITCHECK_TEST("event-data.copy.layout",
               "A copy has each element at its displacement, and nothing after the last one.",
               cites(clause::event_data_copy_layout, clause::event_data_copy_extent), needs::mpi) {
  each_event_inside(t, [&](const Invocation& made, const EventWatch& watch) {
    if (t.check(clause::event_data_copy_layout, watch,
                is_code(made.copy_code, {MPI_SUCCESS}).of(copy_call))) {
      t.check(clause::event_data_copy_layout, watch,
              is_observed("array_buffer[*]", made.copy_as_read, "what MPI_T_event_read gave",
                          "other bytes")
                  .of(copy_call));
    }
    t.check(clause::event_data_copy_extent, watch,
            is_untouched("bytes behind the last element", made.copy_within_extent).of(copy_call));
  });
}

MPITCHECK_TEST("event-data.source.index", "An event returns its source, which can be queried.",
               cites(clause::event_data_source), needs::mpi) {
  require_all(call::MPI_T_event_get_source);
  constexpr Clause rule = clause::event_data_source;
  const int sources = source_num();
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    SourceInfo source{};
    if (t.check(rule, watch, is_code(made.source_code, {MPI_SUCCESS}).of(source_call)) &&
        t.check(rule, watch, at_least("source_index", made.source, 0).of(source_call)) &&
        t.check(rule, watch,
                below("source_index", made.source, sources)
                    .of(source_call)
                    .as_in("MPI_T_source_get_num", "num_sources"))) {
      t.check_code(rule, watch, query_source(made.source, source), {MPI_SUCCESS});
    }
  });
}

MPITCHECK_TEST("event-data.timestamp.value",
               "The timestamp of an event is stable, within the range of its source, and not later "
               "than the callback.",
               cites(clause::event_data_timestamp, clause::event_data_timestamp_stable,
                     clause::source_max_ticks),
               needs::mpi) {
  require_all(call::MPI_T_event_get_timestamp);
  const std::map<int, SourceInfo> sources = sources_by_index();
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (t.check(clause::event_data_timestamp_stable, watch,
                is_code_as_before(made.stamp_again_code, made.stamp_code).of(stamp_call)) &&
        made.stamp_code == MPI_SUCCESS) {
      t.check(clause::event_data_timestamp_stable, watch,
              equals("event_timestamp", made.stamp_again, made.stamp).of(stamp_call).as_before());
    }
    if (t.check(clause::event_data_timestamp, watch,
                is_code(made.stamp_code, {MPI_SUCCESS}).of(stamp_call))) {
      t.check(clause::event_data_timestamp, watch,
              at_least("event_timestamp", made.stamp, 0).of(stamp_call));
    }
    const auto source = sources.find(made.source);
    if (source == sources.end()) return;
    t.check(clause::source_max_ticks, watch,
            stamp_is_at_most(made, source->second.max_ticks, "MPI_T_source_get_info", "max_ticks"));
    if (made.now_code != MPI_SUCCESS) return;
    t.check(clause::event_data_timestamp, watch, stamp_is_past(made));
  });
}

MPITCHECK_TEST("source.timestamp.same-clock",
               "Timestamps of events are between the timestamps of their source before and after.",
               cites(clause::source_timestamp_same_clock), needs::mpi) {
  require_all(call::MPI_T_event_get_source, call::MPI_T_event_get_timestamp);
  constexpr Clause rule = clause::source_timestamp_same_clock;
  std::map<int, MPI_Count> before;
  for (const SourceInfo& source :
       without_quarantined(read_sources(), call::MPI_T_source_get_timestamp)) {
    MPI_Count stamp = 0;
    if (call::MPI_T_source_get_timestamp(source.index, &stamp) == MPI_SUCCESS) {
      before[source.index] = stamp;
    }
  }
  if (before.empty()) t.missing("a source that tells the time");
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (made.stamp_code != MPI_SUCCESS || made.now_code != MPI_SUCCESS) return;
    if (!before.contains(made.source)) return;
    const auto earliest = at_least("event_timestamp", made.stamp, before[made.source])
                              .of(stamp_call)
                              .as_in("MPI_T_source_get_timestamp", "timestamp");
    if (t.check(rule, watch, earliest)) t.check(rule, watch, stamp_is_past(made));
  });
}

MPITCHECK_TEST("source.timestamp.ordered",
               "The timestamps of an ordered source never decrease from callback to callback.",
               cites(clause::source_ordered_monotone), needs::mpi) {
  require_all(call::MPI_T_event_get_source, call::MPI_T_event_get_timestamp);
  std::map<int, MPI_Count> last;
  for (const SourceInfo& source : read_sources()) {
    if (source.is_ordered()) last[source.index] = 0;
  }
  if (last.empty()) t.missing("an ordered source");
  each_event(t, [&](const Invocation& made, const EventWatch& watch) {
    if (made.source_code != MPI_SUCCESS || made.stamp_code != MPI_SUCCESS) return;
    if (!last.contains(made.source)) return;
    // A reproducer cannot select the callbacks of one source.
    t.check(clause::source_ordered_monotone, watch,
            at_least("event_timestamp of an ordered source", made.stamp, last[made.source])
                .of(stamp_call)
                .as_before());
    last[made.source] = made.stamp;
  });
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The clocks of event sources.
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

int timestamp(int index, MPI_Count& stamp) {
  return call::MPI_T_source_get_timestamp(index, &stamp);
}

}  // namespace

MPITCHECK_TEST(
    "source.timestamp.on-demand",
    "MPI_T_source_get_timestamp returns the time of a source, or always returns NOT_SUPPORTED.",
    cites(clause::source_timestamp_success, clause::source_timestamp_not_supported,
          clause::source_max_ticks),
    needs::each_phase) {
  const int not_supported = constant("MPI_T_ERR_NOT_SUPPORTED").value_or(MPI_ERR_OTHER);
  for (const SourceInfo& source : read_sources()) {
    MPI_Count first = -1;
    const int code = timestamp(source.index, first);
    t.check_code(clause::source_timestamp_not_supported, source, code,
                 {MPI_SUCCESS, not_supported});
    MPI_Count last = first;
    for (int i = 0; i < 100; ++i) {
      MPI_Count stamp = -1;
      const int again = timestamp(source.index, stamp);
      // The first answer of a source decides whether it supports timestamps.
      if (!t.check(code == MPI_SUCCESS ? clause::source_timestamp_success
                                       : clause::source_timestamp_not_supported,
                   source, is_code_as_before(again, code)) ||
          code != MPI_SUCCESS) {
        continue;
      }
      // A clock that wraps may decrease, but no test runs long enough to see it twice.
      if (source.is_ordered()) {
        t.check(clause::source_timestamp_success, source,
                at_least("timestamp", stamp, last)
                    .as_before()
                    .given("MPI_T_source_get_info", "ordering", "MPI_T_SOURCE_ORDERED"));
      }
      t.check(clause::source_max_ticks, source,
              at_most("timestamp", stamp, source.max_ticks)
                  .as_in("MPI_T_source_get_info", "max_ticks"));
      last = stamp;
    }
    t.behaviour(clause::source_timestamp_not_supported, "on-demand stamps",
                code == MPI_SUCCESS ? "supported" : "not supported by some source");
  }
}

MPITCHECK_TEST("source.timestamp.rate", "A clock ticks at the rate that its source reports.",
               cites(clause::source_ticks_per_second), needs::each_phase) {
  using Clock = std::chrono::steady_clock;
  const std::vector<SourceInfo> sources =
      without_quarantined(read_sources(), call::MPI_T_source_get_timestamp);
  // Each timestamp is taken between two readings of our clock, so that delays do not matter.
  struct Reading {
    Clock::time_point before, after;
    MPI_Count stamp;
    int code;
  };
  const auto read_all = [&] {
    std::vector<Reading> readings;
    for (const SourceInfo& source : sources) {
      Reading reading{Clock::now(), {}, 0, MPI_SUCCESS};
      reading.code = timestamp(source.index, reading.stamp);
      reading.after = Clock::now();
      readings.push_back(reading);
    }
    return readings;
  };
  const std::vector<Reading> first = read_all();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::vector<Reading> second = read_all();
  const auto seconds = [](Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool answered = first[i].code == MPI_SUCCESS && second[i].code == MPI_SUCCESS;
    if (!answered || second[i].stamp < first[i].stamp) continue;  // a clock may wrap
    const double rate = static_cast<double>(sources[i].ticks_per_second);
    if (rate == 0) continue;  // not proportional to time (E19)
    const double least = rate * seconds(second[i].before - first[i].after) / 2 - 2;
    const double most = rate * seconds(second[i].after - first[i].before) * 2 + 2;
    const auto ticks = static_cast<double>(second[i].stamp - first[i].stamp);
    const auto check = [&](Relation relation, double wanted) {
      return t.check(clause::source_ticks_per_second, sources[i],
                     number_is("ticks between two stamps", ticks, relation, wanted)
                         .of("MPI_T_source_get_timestamp"));
    };
    if (check(Relation::at_least, least)) check(Relation::at_most, most);
  }
  t.missing("a source that tells the time");
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Counters and aggregates that change under self traffic, with their gain per message. Their calls
// for several threads, looked up once and not recorded. The set-up of tests of sums with threads.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "stress/control/control.hpp"
#include "stress/history/counting.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {

/// For pvars of callable(). Throws NotCalled on construction if the target lacks a function.
struct PvarCalls {
  decltype(call::MPI_T_pvar_session_create)::Pointer session_create =
      call::MPI_T_pvar_session_create.required_for(no_object);
  decltype(call::MPI_T_pvar_session_free)::Pointer session_free =
      call::MPI_T_pvar_session_free.required_for(no_object);
  decltype(call::MPI_T_pvar_handle_alloc)::Pointer handle_alloc =
      call::MPI_T_pvar_handle_alloc.required_for(no_object);
  decltype(call::MPI_T_pvar_handle_free)::Pointer handle_free =
      call::MPI_T_pvar_handle_free.required_for(no_object);
  decltype(call::MPI_T_pvar_start)::Pointer start = call::MPI_T_pvar_start.required_for(no_object);
  decltype(call::MPI_T_pvar_stop)::Pointer stop = call::MPI_T_pvar_stop.required_for(no_object);
  decltype(call::MPI_T_pvar_read)::Pointer read = call::MPI_T_pvar_read.required_for(no_object);
  decltype(call::MPI_T_pvar_write)::Pointer write = call::MPI_T_pvar_write.required_for(no_object);
  decltype(call::MPI_T_pvar_reset)::Pointer reset = call::MPI_T_pvar_reset.required_for(no_object);
  decltype(call::MPI_T_pvar_readreset)::Pointer readreset =
      call::MPI_T_pvar_readreset.required_for(no_object);
};

/// The clause that a single thread breaks if this call of PvarCalls is refused.
Clause rule_broken_by(const FailedCall& refused);

/// The pvars for which all these calls may be made.
inline std::vector<PvarInfo> callable(std::vector<PvarInfo> pvars) {
  return without_quarantined(std::move(pvars), call::MPI_T_pvar_handle_alloc,
                             call::MPI_T_pvar_handle_free, call::MPI_T_pvar_start,
                             call::MPI_T_pvar_stop, call::MPI_T_pvar_read, call::MPI_T_pvar_write,
                             call::MPI_T_pvar_reset, call::MPI_T_pvar_readreset);
}

/// A sum of one unsigned integer of 4 or 8 bytes. `counted.exact`: its text mentions messages, and
/// in a single thread it gained the same per message in every pattern. It then counts the messages
/// of every thread.
struct TrafficSum {
  PvarInfo pvar;
  Counted counted;

  [[nodiscard]] std::string label() const { return pvar.label(); }
  /// The current value of a handle.
  [[nodiscard]] std::uint64_t shown_by(const PvarHandle& handle) const;
};

/// The name of such a sum, for tests that lack it.
inline constexpr std::string_view traffic_sum =
    "a COUNTER or AGGREGATE of one unsigned integer that can be stopped and moves under self "
    "traffic";

/// Sums that survive use in forked children, can be stopped and reset, and change. MPI must be up.
std::vector<TrafficSum> traffic_sums();

/// A value of 4 or 8 bytes in the MPI's representation.
struct Word {
  alignas(8) unsigned char bytes[8] = {};

  [[nodiscard]] std::uint64_t number(const Counted& counted) const;
};

/// MPI and the tool interface, initialized for threads, the available sums, and the threads'
/// workers.
struct SumFixture {
  /// Throws CannotGoOn without MPI_THREAD_MULTIPLE or without a sum.
  explicit SumFixture(Test& t);

  /// Keeps the sums for which `fits(sum)`; throws CannotGoOn(lacking) if none is left.
  template <class Fits>
  void keep(const Fits& fits, std::string_view lacking) {
    std::erase_if(sums, [&](const TrafficSum& sum) { return !fits(sum); });
    if (sums.empty()) throw CannotGoOn(std::string(lacking));
  }

  Control control;
  PvarCalls pvar;
  std::vector<TrafficSum> sums;
  Workers workers;
};

}  // namespace mpitcheck::stress

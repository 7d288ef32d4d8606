// SPDX-License-Identifier: BSD-3-Clause
// The performance variables of the runtime, and how it feeds them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/engine.hpp"
#include "mpit/instruments.hpp"
#include "mpit/per_object.hpp"

namespace mpit::runtime {

/// Lengths and sizes of the queues at one moment.
struct QueueState {
  std::size_t posted;
  std::size_t unexpected;
  std::size_t unexpected_bytes;
  std::uint64_t attempts;  ///< comparisons so far
};

/// What is counted for each communicator.
struct CommVariables {
  Counter<> messages_sent;
  Aggregate<> bytes_sent;
  Counter<unsigned long> sent_to;  ///< one element for each rank
};

/// Updates need the process's lock.
class PerformanceVariables {
 public:
  /// Values of the enumeration of mpi_phase.
  enum class Phase : int { before_init = 0, active = 1, finalized = 2 };

  /// Registers the variables with `engine`.
  explicit PerformanceVariables(Engine& engine);

  /// Begins to serve a communicator of `size` processes.
  CommVariables attach(ObjectWord comm, int size);
  void detach(ObjectWord comm);

  void on_phase(Phase phase) { phase_.set(static_cast<int>(phase)); }
  void on_send(const CommVariables& communicator, int destination, std::size_t bytes, bool eager);
  void on_queues(const QueueState& state);
  const Timer<>& wait_time() const { return wait_time_; }

 private:
  /// A level and its extremes: three variables of one name.
  struct Gauge {
    Gauge(Engine& engine, const std::string& name, const std::string& what);
    void set(unsigned long value);
    Level<unsigned long> level;
    HighWatermark<unsigned long> high;
    LowWatermark<unsigned long> low;
    unsigned long last = 0;
  };

  Gauge posted_;
  Gauge unexpected_;
  Gauge unexpected_bytes_;
  Counter<> attempts_;
  Counter<> messages_sent_;
  Counter<> message_sizes_;
  Aggregate<> bytes_sent_;
  Timer<> wait_time_;
  Percentage eager_share_;
  Size<unsigned long> largest_message_;
  State phase_;
  PerObject<Counter<>> comm_messages_sent_;
  PerObject<Aggregate<>> comm_bytes_sent_;
  PerObject<Counter<unsigned long>> comm_sent_to_;
  PerObject<Size<unsigned>> comm_size_;
  std::uint64_t counted_attempts_ = 0;
  std::uint64_t sends_ = 0;
  std::uint64_t eager_sends_ = 0;
  std::size_t largest_bytes_ = 0;
};

}  // namespace mpit::runtime

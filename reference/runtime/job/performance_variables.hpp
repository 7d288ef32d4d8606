// SPDX-License-Identifier: BSD-3-Clause
// The performance variables of the runtime, and their updates.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "reference/component/instruments.hpp"
#include "reference/component/per_object.hpp"
#include "reference/engine/core/engine.hpp"

namespace mpit::runtime {

/// The counters of each communicator.
struct CommVariables {
  Counter<> messages_sent;
  Aggregate<> bytes_sent;
  Counter<unsigned long> sent_to;  ///< one element per rank
};

/// Updates need the process's lock.
class PerformanceVariables {
 public:
  /// Values of the enumeration of mpi_phase.
  enum class Phase : int { before_init = 0, active = 1, finalized = 2 };

  /// Registers the variables with `engine`.
  explicit PerformanceVariables(Engine& engine);

  /// Adds a communicator of `size` processes.
  CommVariables attach(ObjectWord comm, int size);
  void detach(ObjectWord comm);

  void on_phase(Phase phase) { phase_.set(static_cast<int>(phase)); }
  void on_send(const CommVariables& communicator, int destination, std::size_t bytes, bool eager);
  /// A receive was appended to its queue, or removed; `length` is the new length.
  void on_posted_added(std::size_t length) { posted_.rise(length); }
  void on_posted_taken(std::size_t length) { posted_.fall(length); }
  /// The same for an unexpected message, with the bytes of all of them.
  void on_unexpected_added(std::size_t length, std::size_t bytes) {
    unexpected_.rise(length);
    unexpected_bytes_.rise(bytes);
  }
  void on_unexpected_taken(std::size_t length, std::size_t bytes) {
    unexpected_.fall(length);
    unexpected_bytes_.fall(bytes);
  }
  /// Counts comparisons of messages with receives, by atomic stores.
  std::uint64_t& match_attempts() { return match_attempts_; }
  const Timer<>& wait_time() const { return wait_time_; }

 private:
  /// A level and its extremes: three variables of one name.
  struct Gauge {
    Gauge(Engine& engine, const std::string& name, const std::string& what);
    /// A change: the value is not lower, or not higher, than before.
    void rise(unsigned long value) {
      level.set(value);
      high.notice(value);
    }
    void fall(unsigned long value) {
      level.set(value);
      low.notice(value);
    }
    Level<unsigned long> level;
    HighWatermark<unsigned long> high;
    LowWatermark<unsigned long> low;
  };

  /// A send that may change more than counters.
  void on_unusual_send(std::size_t bytes);

  std::uint64_t match_attempts_ = 0;
  std::uint64_t sends_ = 0;
  Gauge posted_;
  Gauge unexpected_;
  Gauge unexpected_bytes_;
  CounterOf attempts_;
  CounterOf messages_sent_;
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
  std::uint64_t waiting_sends_ = 0;  // sends that were not eager
  std::size_t beyond_largest_ = 0;   // size of the largest message plus one; 0: none
};

}  // namespace mpit::runtime

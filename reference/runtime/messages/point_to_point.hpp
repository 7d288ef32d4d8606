// SPDX-License-Identifier: BSD-3-Clause
// Sending and receiving: the protocol, the queues, and their variables and events.
#pragma once

#include <memory>

#include "reference/runtime/job/transport.hpp"
#include "reference/runtime/messages/match_queues.hpp"

namespace mpit::runtime {

class Variables;

/// Not thread safe: the caller holds the process's lock.
class PointToPoint final : private Arrivals {
 public:
  explicit PointToPoint(Variables& variables);

  /// From now on there are other processes; `job` must outlive this object.
  void connect(const Job& job);
  /// The transport between processes; null if this one is alone.
  Transport* transport() const { return transport_.get(); }

  /// Starts a send of `bytes` bytes. Up to the eager limit it sends a copy, and the send is
  /// complete at once: returns null. Longer and synchronous sends complete when a receive has
  /// matched.
  Ref<Request> send(const Route& route, const void* buffer, std::size_t bytes, bool synchronous);
  /// Starts a receive of at most `bytes` bytes. Returns null and sets `outcome` if it is complete
  /// at once.
  Ref<Request> receive(const Route& route, void* buffer, std::size_t bytes, Outcome& outcome);
  /// Removes the oldest message that matches from the queue, to be received later. False if there
  /// is none.
  bool match(std::uint64_t context, int source, int tag, MatchedMessage& matched);
  /// Receives a matched message, like `receive`.
  Ref<Request> take(const Message& message, const Route& route, void* buffer, std::size_t bytes,
                    Outcome& outcome);
  /// Completes a receive that has not matched; other communications continue.
  void cancel(Request& request);
  /// The oldest message that matches, or null.
  const Message* probe(std::uint64_t context, int source, int tag);

 private:
  void arrive(const Message& message) override;
  void on_sent(Request& send) override;
  void on_received(Request& receive) override;
  void on_taken_out(const Message& message);
  void take_data(const Message& message, void* buffer, std::size_t bytes);

  Variables& variables_;
  MatchQueues queues_;
  std::uint64_t internal_attempts_ = 0;
  MatchQueues internal_queues_{internal_attempts_};  // of the library's own messages
  int rank_ = 0;
  std::unique_ptr<Transport> transport_;
  std::size_t unexpected_bytes_ = 0;
};

}  // namespace mpit::runtime

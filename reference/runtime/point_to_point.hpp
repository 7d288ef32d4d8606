// SPDX-License-Identifier: BSD-3-Clause
// Sending and receiving: protocol, queues and what they tell the tool interface.
#pragma once

#include <memory>

#include "match_queues.hpp"
#include "transport.hpp"

namespace mpit::runtime {

class Variables;

/// Not thread safe: the caller holds the process's lock.
class PointToPoint {
 public:
  explicit PointToPoint(Variables& variables);

  /// Starts a send of `bytes` bytes. Up to the eager limit a copy is sent and the request is
  /// complete at once; longer and synchronous sends are complete when a receive has matched.
  void send(const std::shared_ptr<Request>& request, const void* buffer, std::size_t bytes,
            int destination, int tag, bool synchronous);
  /// Starts a receive as `request` describes it.
  void receive(const std::shared_ptr<Request>& request);
  /// The oldest message that fits, or null.
  const Message* probe(int context, int source, int tag);

  const Transport& transport() const { return *transport_; }

 private:
  void arrive(Message message);
  void deliver(const Message& message, Request& receive, bool was_unexpected);
  void publish_queues();

  Variables& variables_;
  MatchQueues queues_;
  std::unique_ptr<Transport> transport_;
  std::size_t unexpected_bytes_ = 0;
};

}  // namespace mpit::runtime

// SPDX-License-Identifier: BSD-3-Clause
// How messages get from one process to another.
#pragma once

#include <functional>
#include <utility>

#include "match_queues.hpp"

namespace mpit::runtime {

/// Carries messages between the processes of the world, in order between any two.
class Transport {
 public:
  /// Called for each message that arrives at this process.
  using Receiver = std::function<void(Message)>;

  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Sends to the process with rank `process` in the world. `message.data` must stay valid until
  /// the sender's request is complete, or for the call if it has none.
  virtual void send(int process, Message message) = 0;
};

/// A world of one process: what is sent has arrived.
class SelfTransport final : public Transport {
 public:
  explicit SelfTransport(Receiver receiver) : receiver_(std::move(receiver)) {}
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void send(int /*process*/, Message message) override { receiver_(std::move(message)); }

 private:
  Receiver receiver_;
};

}  // namespace mpit::runtime

// SPDX-License-Identifier: BSD-3-Clause
// The events of point-to-point communication.
#pragma once

#include <cstddef>

#include "reference/component/event.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

struct Message;
struct Route;

/// The events of messages, posted with the process's lock held. Callbacks are called after the MPI
/// function has released it, so they may do anything.
class MessageEvents {
 public:
  /// Registers the event types with `engine`. Communicators are found through `objects`.
  MessageEvents(Engine& engine, const ObjectAccess& objects);

  /// A send of `bytes` bytes started or completed. `eager`: it does not wait for its receive.
  void on_send_started(const Route& route, std::size_t bytes, bool eager) const;
  void on_send_completed(int destination, int tag, std::size_t bytes) const;
  /// The message was appended to the queue of unexpected ones, which now has `length`.
  void on_unexpected(const Message& message, std::size_t length) const;
  /// The message matched a receive, after being unexpected or not.
  void on_matched(const Message& message, bool was_unexpected) const;

 private:
  MessageEvents(Engine& engine, const ObjectAccess& objects, SourceRecord& source);

  Event<int, int, unsigned long, int> send_started_;
  Event<int, int, unsigned long> send_completed_;
  Event<int, int, unsigned long, unsigned long> unexpected_;
  Event<int, int, unsigned long, int> matched_;
  BoundEvent<int, int, unsigned long> comm_send_started_;
};

}  // namespace mpit::runtime

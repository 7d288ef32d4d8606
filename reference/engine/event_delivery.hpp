// SPDX-License-Identifier: BSD-3-Clause
// The way of an event instance from the component to the callbacks of the tools.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "engine/event_instances.hpp"
#include "engine/event_queue.hpp"

namespace mpit {

/// Delivers instances. At most one thread at a time calls callbacks whose invocation demands less
/// than THREAD_SAFE, or whose source is ordered; instances that are raised meanwhile on other
/// threads wait in a queue for this thread. An instance is dropped, for a registration, if no
/// callback's level meets what the invocation demands; for all of them, if it is raised by the
/// delivering thread, so by a callback itself, or if the queue is full.
///
/// Everything here is lock-free and may be called in a signal handler, except that callbacks are
/// called. Behaviour of each choice: choices.md.
class EventDelivery {
 public:
  /// `behaviour` must outlive it.
  explicit EventDelivery(const Behaviour& behaviour) : behaviour_(behaviour) {}

  /// The elements of an instance, as words (value.hpp).
  using Words = EventData::Words;

  /// Raises an instance of a type and calls the callbacks, unless another thread will.
  void raise(const EventRecord& type, ObjectWord object, const Words& words) noexcept;
  /// Notes that an instance occurred now; deliver calls the callbacks later. For code that holds
  /// locks which a callback could want.
  void post(const EventRecord& type, ObjectWord object, const Words& words) noexcept;
  /// Delivers what was posted, in a context that demands `context` of callbacks: instances of types
  /// that demand less are left to whoever posted them. Whoever posts must deliver afterwards.
  void deliver(CallbackSafety context) noexcept {
    if (!queue_.empty() || !deserted_.empty()) [[unlikely]]
      deliver_waiting(context);
  }

  /// Ends a registration that has no references any more, in a context that demands `safety`:
  /// reports what it lost, calls the tool's free callback.
  void end(EventSlot& slot, CallbackSafety safety) noexcept;
  /// The registrations that were ended since the last call, linked by next_ended. Nobody else uses
  /// them any more.
  EventSlot* take_ended() noexcept { return ended_.take_all(); }

  const EventInstances& instances() const noexcept { return instances_; }

 private:
  [[gnu::noinline]] void deliver_waiting(CallbackSafety context) noexcept;
  void call_callbacks(const EventData& data) noexcept;
  void report_losses(SourceRecord& source, CallbackSafety safety) noexcept;
  void drop(const EventData& data) noexcept;
  void end_deserted(CallbackSafety safety) noexcept;

  const Behaviour& behaviour_;
  EventQueue queue_;
  EventInstances instances_;
  EndedEventSlots deserted_;  // left by a post, which must not call anything: to be ended
  EndedEventSlots ended_;
  std::atomic<std::thread::id> deliverer_{};  // who takes from the queue
};

}  // namespace mpit

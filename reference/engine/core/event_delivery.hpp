// SPDX-License-Identifier: BSD-3-Clause
// The path of an event instance from the component to the callbacks of the tools: its handle, which
// is valid during one invocation of a callback, and the queue in the order of timestamps.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "reference/engine/core/clock.hpp"
#include "reference/engine/core/event.hpp"
#include "reference/engine/core/pair.hpp"

namespace mpit {

/// The current deliveries. All methods are lock-free and signal-safe.
class EventInstances {
 public:
  /// Maximum number of concurrent deliveries.
  static constexpr std::uint32_t capacity = 64;

  /// The delivery of one instance by one thread.
  struct Delivery {
    std::atomic<Word> word{0};  // the instance's handle during a callback, otherwise 0
    Word next_word = 0;
    const EventData* data = nullptr;
    std::atomic<CallbackSafety> safety{CallbackSafety::none};
    std::atomic<std::thread::id> thread{};  // no thread: not in use
  };

  EventInstances();

  /// Begins a section of this thread in which the tool's functions must meet `safety`: the delivery
  /// of `data`, if not null. Returns null if the capacity is exhausted.
  Delivery* begin(CallbackSafety safety, const EventData* data = nullptr) noexcept;
  void end(Delivery& delivery) noexcept;
  /// Calls `callback` with a new handle, which ends with the call. Handles recur after 2^31 calls.
  void call(Delivery& delivery, const EventCallback& callback, EventRegistration to) noexcept;

  /// The instance of a handle; null for a stale, foreign or invalid one.
  const EventData* find(EventInstance instance) const noexcept;
  /// The strictest level that this thread's current functions of the tool must meet; nothing
  /// outside such functions.
  std::optional<CallbackSafety> context() const noexcept {
    return at_rest() ? std::nullopt : busy_context();
  }
  /// Whether the interface is initialized and no thread can be in a function of the tool.
  bool at_rest() const noexcept { return under_way_.load(std::memory_order_relaxed) == 0; }
  void came_up() noexcept { under_way_.fetch_sub(1, std::memory_order_relaxed); }
  void went_down() noexcept { under_way_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::optional<CallbackSafety> busy_context() const noexcept;

  std::array<Delivery, capacity> deliveries_;
  // At least the number of deliveries in use, plus one while the interface is not initialized, so
  // that one test covers both.
  std::atomic<std::uint32_t> under_way_{1};
};

/// A lock-free and signal-safe queue. Any number of threads push, one at a time takes. Its places
/// are in segments, which are mapped on first use, reused, and never unmapped before the queue
/// ends: a thread that reads a removed segment still finds memory.
class EventQueue {
  static constexpr std::size_t segment_places = 256;
  static constexpr std::size_t segments = 256;

 public:
  /// Maximum number of waiting instances.
  static constexpr std::size_t capacity = (segments - 1) * segment_places;

  /// Throws std::bad_alloc.
  EventQueue();
  ~EventQueue();
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  /// Stamps the instance with the time and appends it; false if there is no room or no memory.
  /// Timestamps in the queue never decrease, for any pushing threads.
  bool push(EventData data) noexcept;
  /// The instance at the head; null if there is none yet or its type demands less than `context`.
  /// Valid until pop, for the taking thread.
  const EventData* front(CallbackSafety context) const noexcept;
  void pop() noexcept;
  /// Whether front() would return an instance. For any thread.
  bool ready(CallbackSafety context) const noexcept { return front(context) != nullptr; }
  /// Total number of taken instances. For any thread.
  std::uint64_t taken() const noexcept { return head_.load(std::memory_order_acquire); }
  /// Number of waiting instances, now or a moment ago. For any thread.
  std::uint64_t waiting() const noexcept {
    const std::uint64_t gone = taken();
    return tail_.tag() - gone;
  }
  /// Whether every instance that this thread knows of was taken. For any thread.
  bool empty() const noexcept { return head_.load(std::memory_order_relaxed) == tail_.tag(); }

 private:
  /// Holds the instance of position p when turn is p + 1.
  struct Place {
    std::atomic<std::uint64_t> turn{0};
    std::atomic<CallbackSafety> demands{CallbackSafety::none};
    EventData data;
  };
  struct Segment {
    std::array<Place, segment_places> places;
    std::atomic<Segment*> next_spare{nullptr};

    Place& at(std::uint64_t position) noexcept { return places[position % segment_places]; }
  };

  std::atomic<Segment*>& entry(std::uint64_t position) noexcept {
    return directory_[position / segment_places % segments];
  }
  Segment* segment_for(std::uint64_t position) noexcept;
  static Segment* map_segment() noexcept;
  Segment* take_spare() noexcept;
  void put_spare(Segment& segment) noexcept;

  std::array<std::atomic<Segment*>, segments> directory_{};  // of the positions from head to tail
  Pair spare_;  // tag: its changes; value: a list of segments
  Pair tail_;   // tag: position of the next push; value: the last timestamp
  std::atomic<std::uint64_t> head_{0};
};

/// Delivers instances. At most one thread at a time calls callbacks whose invocation requires less
/// than THREAD_SAFE, or whose source is ordered. Instances that other threads raise meanwhile wait
/// in a queue for this thread.
///
/// Back-pressure: a producer that finds more than `few` queued instances waits for the delivering
/// thread, unless it may be in a signal handler. It gives up after as many looks as instances are
/// queued if none was taken, because the callback may wait for this very producer.
///
/// An instance is dropped for a registration if no callback's level meets the requirement of the
/// invocation. It is dropped for all if the delivering thread raises it, that is, from a callback,
/// or if the queue has no room or memory.
///
/// Everything here is lock-free and signal-safe, except for the callbacks. See choices.md.
class EventDelivery {
 public:
  /// `behaviour` must outlive it.
  explicit EventDelivery(const Behaviour& behaviour) : behaviour_(behaviour) {}

  /// The elements of an instance, as words (value.hpp).
  using Words = EventData::Words;

  /// Raises an instance of a type and calls the callbacks, unless another thread will.
  void raise(const EventRecord& type, ObjectWord object, const Words& words) noexcept;
  /// Records that an instance occurred now; deliver calls the callbacks later. For code that holds
  /// locks which a callback could take.
  void post(const EventRecord& type, ObjectWord object, const Words& words) noexcept;
  /// Delivers posted instances, in a context that requires `context` of callbacks. Instances of
  /// types that require less are left to the thread that posted them. A thread that posts must
  /// deliver afterwards.
  void deliver(CallbackSafety context) noexcept {
    if (!queue_.empty() || !unreferenced_.empty() || !late_.empty()) [[unlikely]]
      deliver_waiting(context);
  }

  /// Calls the first callback of a registration with the event that it missed
  /// (Behaviour::EarlyEvents).
  void deliver_early(EventSlot& slot) noexcept;
  /// Ends a registration without references, in a context that demands `safety`: reports its losses
  /// and calls the tool's free callback.
  void end(EventSlot& slot, CallbackSafety safety) noexcept;
  /// Calls the free callbacks that are still deferred.
  void end_late() noexcept { end_late(std::numeric_limits<std::int64_t>::max()); }
  /// The registrations that ended since the last call, linked by next_ended. They are not used
  /// elsewhere any more.
  EventSlot* take_ended() noexcept { return ended_.take_all(); }

  EventInstances& instances() noexcept { return instances_; }
  const EventInstances& instances() const noexcept { return instances_; }

  /// A thread that raises an instance waits if more than this number are queued.
  static constexpr std::uint64_t few = 512;

 private:
  [[nodiscard]] bool others_left_it(CallbackSafety context) const noexcept;
  [[gnu::noinline]] void deliver_waiting(CallbackSafety context) noexcept;
  void deliver_here(CallbackSafety context) noexcept;
  template <class Work>
  void in_callback_thread(const Work& work) noexcept;
  [[nodiscard]] bool is_kept(const EventRecord& type) const noexcept;
  void call_callbacks(const EventData& data) noexcept;
  void report_losses(SourceRecord& source, CallbackSafety safety) noexcept;
  void drop(const EventData& data) noexcept;
  void end_unreferenced(CallbackSafety safety) noexcept;
  void end_late(std::int64_t now) noexcept;
  void call_free_callback(EventSlot& slot, CallbackSafety safety) noexcept;

  const Behaviour& behaviour_;
  EventQueue queue_;
  EventInstances instances_;
  EndedEventSlots unreferenced_;  // to be ended later: a post must not call callbacks
  EndedEventSlots late_;          // with a deferred free callback (Behaviour)
  EndedEventSlots ended_;
  std::atomic<std::thread::id> deliverer_{};  // the thread that takes from the queue
};

}  // namespace mpit

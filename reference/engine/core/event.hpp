// SPDX-License-Identifier: BSD-3-Clause
// The engine's event types, sources and registrations.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/single_threaded.hpp"
#include "reference/engine/core/thread_safety.hpp"

namespace mpit {

class EventDelivery;
class EventRecord;
struct EventSlot;

inline constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

/// A source of events. Event types refer to it.
struct SourceRecord {
  explicit SourceRecord(SourceSpec of) : spec(std::move(of)) {}

  const SourceSpec spec;
  int index = -1;  // -1 while it is hidden
  // Registrations with a callback, now or earlier. Changed by Registrations.
  MemberArray<EventSlot> registrations;
  std::atomic<bool> has_losses{false};  // a registration may have a loss to report
  std::atomic<int> listeners{0};        // of all its types

  /// Whether a tool listens to any type of this source.
  bool wanted() const noexcept { return listeners.load(std::memory_order_relaxed) != 0; }

  /// A reading of the engine's clock in ticks.
  std::int64_t ticks(std::int64_t nanoseconds) const noexcept {
    return nanoseconds / (nanoseconds_per_second / spec.ticks_per_second);
  }
  std::int64_t max_ticks() const noexcept { return ticks(INT64_MAX); }
};

/// One occurrence.
struct EventData {
  using Words = std::array<std::uint64_t, max_event_elements>;

  const EventRecord* type = nullptr;
  ObjectWord object = 0;
  std::int64_t nanoseconds = 0;  // time of its observation
  Words words{};
};

/// The last occurrence, for callbacks that are registered later (Behaviour::EarlyEvents).
class LastEvent {
 public:
  void keep(const EventData& data) noexcept {
    const Lock lock(mutex_);
    data_ = data;
  }
  EventData get() const noexcept {
    const Lock lock(mutex_);
    return data_;
  }

 private:
  mutable Mutex mutex_;
  EventData data_ MPIT_GUARDED_BY(mutex_);
};

/// An event type. Components need it to raise its instances; see reference/component/event.hpp.
class EventRecord {
 public:
  EventRecord(EventSpec of, EventDelivery& by);

  /// Whether any registration has or had a callback. Without one, this test is the whole cost of an
  /// instance.
  bool wanted() const noexcept { return listeners.load(std::memory_order_relaxed) != 0; }

  const EventSpec spec;
  SourceRecord& source;
  EventDelivery& delivery;
  const std::vector<std::ptrdiff_t> displacements;
  std::atomic<bool> active{true};
  std::atomic<int> listeners{0};  // registrations below
  mutable LastEvent last;
  // Registrations with a callback, now or earlier. Changed by Registrations.
  MemberArray<EventSlot> registrations;
};

inline constexpr std::size_t safety_levels = 4;
/// The rank of a safety level, counted from 0; nothing for other values.
std::optional<std::size_t> rank_of(CallbackSafety safety);

/// A registration. It lives while it has references: one of the tool's, until it frees the handle,
/// and one for each thread that delivers to it. Deliveries read the members above the line without
/// a lock.
struct EventSlot : SlotBase {
  /// Takes a reference; false if none is left.
  bool enter() noexcept;
  /// Drops a reference; true if it was the last one. The caller must then have EventDelivery::end
  /// called.
  [[nodiscard]] bool leave() noexcept;
  bool visited() const noexcept { return references.load(std::memory_order_seq_cst) > 1; }

  /// The callback at the lowest level that meets `safety`, or null.
  const EventCallback* callback_for(CallbackSafety safety) const noexcept;
  /// Whether sampling selects the next instance.
  bool samples_next() noexcept;
  /// Records a loss if the tool has a handler for losses.
  void lose(const Behaviour& behaviour) noexcept;
  /// Reports losses, if any. False if no callback's level meets `safety` and the handler
  /// `needs_callback`.
  bool report_losses(CallbackSafety safety, bool needs_callback = true) noexcept;

  EventRecord* type = nullptr;
  ObjectWord object = 0;
  EventRegistration handle = EventRegistration::null;  // stays when the tool frees it
  std::atomic<std::uint32_t> references{0};
  std::atomic<bool> freed{false};
  std::array<std::atomic<const EventCallback*>, safety_levels> callbacks{};
  std::atomic<const DroppedHandler*> dropped_handler{nullptr};
  std::atomic<std::uint64_t> losses{0};
  std::atomic<std::uint32_t> sample_every{1};
  std::atomic<std::uint32_t> unsampled{0};
  FreeCallback on_free;
  EventSlot* next_ended = nullptr;
  std::int64_t free_callback_due = 0;  // on the engine's clock, if it is deferred
  std::int64_t allocated = 0;          // on the engine's clock
  // ---
  bool listens = false;  // is or was in the lists of its type and source
  std::uint32_t place_in_type = 0;
  std::uint32_t place_in_source = 0;
  std::vector<std::unique_ptr<const EventCallback>> owned_callbacks;  // current and former ones
  std::vector<std::unique_ptr<const DroppedHandler>> owned_handlers;
};

/// Registrations without references. Lock-free, signal-safe.
class EndedEventSlots {
 public:
  void push(EventSlot& slot) noexcept;
  bool empty() const noexcept { return first_.load(std::memory_order_relaxed) == nullptr; }
  /// All of them, linked by next_ended.
  EventSlot* take_all() noexcept;

 private:
  std::atomic<EventSlot*> first_{nullptr};
};

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// The sources, event types and registrations of an engine. Private to the engine's sources.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "reference/engine/core/categories.hpp"
#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/directory.hpp"
#include "reference/engine/core/event.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/handle_table.hpp"

namespace mpit {

/// The sources that are shown, by index. The const methods are lock-free and signal-safe. The
/// others need an external lock.
class Sources {
 public:
  std::uint32_t count() const noexcept { return count_.load(std::memory_order_acquire); }
  /// Null if there is none.
  const SourceRecord* find(int index) const noexcept;

  /// Makes room for one more. Throws std::bad_alloc.
  void reserve() { shown_.grow_to(count() + 1); }
  /// Shows a source, if it is hidden. Throws std::bad_alloc only without an earlier reserve().
  void show(SourceRecord& source);

 private:
  Chunks<std::atomic<const SourceRecord*>> shown_;
  std::atomic<std::uint32_t> count_{0};
};

/// Sources and event types, shown and hidden. Needs an external lock.
class Events {
 public:
  struct Mark {
    std::size_t sources;
    std::size_t types;
    std::size_t shown;
  };

  /// The event types that are shown.
  const Directory<EventRecord*>& shown() const noexcept { return shown_; }

  SourceRecord& add(SourceSpec spec) { return sources_.emplace_back(std::move(spec)); }
  /// Throws std::invalid_argument for a name that is taken.
  EventRecord& add(EventSpec spec, EventDelivery& delivery);
  void hide(EventRecord& type) { hidden_.push_back(&type); }
  void show(EventRecord& type, Sources& sources, Categories& categories);
  /// Shows everything that is hidden.
  void show_all(Sources& sources, Categories& categories);

  Mark mark() const noexcept { return {sources_.size(), types_.size(), shown_.size()}; }
  void cut(Mark mark) noexcept {
    shown_.cut(mark.shown);
    while (types_.size() > mark.types) types_.pop_back();
    while (sources_.size() > mark.sources) sources_.pop_back();
  }

 private:
  std::deque<SourceRecord> sources_;
  std::deque<EventRecord> types_;
  std::vector<EventRecord*> hidden_;
  Directory<EventRecord*> shown_;
};

/// Registrations of tools for event types. Needs an external lock.
class Registrations {
 public:
  Registrations(const Behaviour& behaviour, EventDelivery& delivery)
      : behaviour_(behaviour), delivery_(delivery) {}

  EventSlot* find(EventRegistration registration) const noexcept {
    return slots_.find(static_cast<Word>(registration));
  }
  Code allocate(EventRecord& type, ObjectWord object, const Hints& hints,
                EventRegistration* registration);
  /// Puts the registration into the lists of its type and source. Throws std::bad_alloc.
  static void listen(EventSlot& slot);
  /// Makes the handle invalid. The registration ends when its last reference is dropped.
  void withdraw(EventSlot& slot) noexcept;
  void reuse_ended() noexcept;
  /// Withdraws and ends all of them.
  void free_all() noexcept;

 private:
  const Behaviour& behaviour_;
  EventDelivery& delivery_;
  HandleTable<EventSlot, WordKind::event_registration> slots_;
};

/// All hints of a registration.
Hints effective_hints(std::uint32_t sample_every);

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Event types of a component as typed objects.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#include "reference/component/enumeration.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

namespace detail {

/// The common part of Event and BoundEvent: elements of the types Elements.
template <class... Elements>
class EventInstrument {
 public:
  /// Whether any tool has registered a callback. One relaxed load.
  bool wanted() const noexcept { return record_->wanted(); }

 protected:
  static_assert(sizeof...(Elements) <= max_event_elements);
  static_assert(((datatype_of<Elements> != Datatype::null) && ...));

  /// If each element has a name, the type gets an enumeration of these names. The enumeration has
  /// the name of the event type with "_elements" appended.
  EventInstrument(Engine& engine, EventSpec spec, std::initializer_list<const char*> elements,
                  Bind bind, std::function<bool(ObjectWord)> accepts) {
    spec.elements = {datatype_of<Elements>...};
    spec.bind = bind;
    spec.accepts = std::move(accepts);
    const auto add = [&](EnumType names) {
      spec.enumtype = names;
      return &engine.add_event(std::move(spec));
    };
    record_ = elements.size() == 0
                  ? add(EnumType::null)
                  : add_with_enum(engine, enumeration_of(spec.name, elements), add);
  }

  [[gnu::noinline]] void raise_wanted(ObjectWord object, Elements... values) const noexcept {
    record_->delivery.raise(*record_, object, {as_word(values)...});
  }
  [[gnu::noinline]] void post_wanted(ObjectWord object, Elements... values) const noexcept {
    record_->delivery.post(*record_, object, {as_word(values)...});
  }

 private:
  template <class T>
  static std::uint64_t as_word(T value) noexcept {
    if constexpr (std::is_same_v<T, double>) {
      return to_word(value);
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }

  static EnumSpec enumeration_of(const std::string& event,
                                 std::initializer_list<const char*> elements) {
    EnumSpec spec{event + "_elements", {}};
    for (const char* const element : elements) {
      spec.items.push_back({element, static_cast<int>(spec.items.size())});
    }
    return spec;
  }

  const EventRecord* record_;
};

}  // namespace detail

/// An event type without object. It registers itself with the engine, which must outlive it, and
/// sets the elements, enumeration and binding of the specification.
///
///   Event<int, unsigned long> arrived(engine, {.name = "arrived"}, {"source", "bytes"});
///   arrived.raise(source, bytes);
///
/// raise() calls the callbacks. Code that holds locks which a callback could take calls post(), and
/// Engine::deliver_events after releasing them. Without callbacks, both cost a relaxed load and a
/// branch. Any thread; in signal handlers if the type requires ASYNC_SIGNAL_SAFE.
template <class... Elements>
class Event : public detail::EventInstrument<Elements...> {
 public:
  Event(Engine& engine, EventSpec spec, std::initializer_list<const char*> elements = {})
      : detail::EventInstrument<Elements...>(engine, std::move(spec), elements, Bind::no_object,
                                             {}) {}

  void raise(Elements... values) const noexcept {
    if (this->wanted()) [[unlikely]]
      this->raise_wanted(0, values...);
  }
  void post(Elements... values) const noexcept {
    if (this->wanted()) [[unlikely]]
      this->post_wanted(0, values...);
  }
};

/// An event type bound to objects; otherwise like Event. A registration receives only the events of
/// its object.
template <class... Elements>
class BoundEvent : public detail::EventInstrument<Elements...> {
 public:
  /// Objects for which `accepts` is false cannot be bound. It is called without locks.
  BoundEvent(Engine& engine, Bind bind, std::function<bool(ObjectWord)> accepts, EventSpec spec,
             std::initializer_list<const char*> elements = {})
      : detail::EventInstrument<Elements...>(engine, std::move(spec), elements, bind,
                                             std::move(accepts)) {}

  void raise(ObjectWord object, Elements... values) const noexcept {
    if (this->wanted()) [[unlikely]]
      this->raise_wanted(object, values...);
  }
  void post(ObjectWord object, Elements... values) const noexcept {
    if (this->wanted()) [[unlikely]]
      this->post_wanted(object, values...);
  }
};

}  // namespace mpit

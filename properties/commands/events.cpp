// SPDX-License-Identifier: BSD-3-Clause
// Events: which callbacks are called, until when, and with which arguments.
#include "properties/commands/events.hpp"

#include <array>
#include <atomic>
#include <climits>
#include <cstdint>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {

/// The calls of the callback at one level of a registration. Never reused, since the address
/// identifies it.
struct EventSlot {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<bool> silent{false};  // no further call is allowed
  std::atomic<bool> called_though_silent{false};
  std::atomic<bool> foreign_registration{false};
  std::atomic<int> highest_rank{-1};  // demanded by an invocation
  MPI_T_event_registration registration{};
  int rank = 0;
  bool freed = false;
  std::string label;
};

namespace {

constexpr std::size_t most_registrations = 8;
constexpr std::size_t most_slots = 4096;

std::array<EventSlot, most_slots> slots;
std::size_t slots_used = 0;

// The callbacks of freed registrations. Free callbacks point to these, and may be called long after
// the case.
std::array<std::array<EventSlot*, 4>, most_slots> freed;
std::size_t freed_used = 0;

// Pointers that callbacks got and that were not registered for them. They are not followed.
std::atomic<std::uint64_t> foreign_pointers{0};
std::atomic<std::uint64_t> foreign_free_pointers{0};

// The element that a callback's pointer points to; null if it is none.
template <class Element>
Element* element_at(std::array<Element, most_slots>& all, const void* user_data) {
  const auto offset =
      reinterpret_cast<std::uintptr_t>(user_data) - reinterpret_cast<std::uintptr_t>(all.data());
  return offset < sizeof(all) && offset % sizeof(Element) == 0 ? &all[offset / sizeof(Element)]
                                                               : nullptr;
}

void on_event(MPI_T_event_instance, MPI_T_event_registration registration, MPI_T_cb_safety safety,
              void* user_data) {
  EventSlot* const slot = element_at(slots, user_data);
  if (slot == nullptr) {
    ++foreign_pointers;
    return;
  }
  ++slot->calls;
  if (slot->silent) slot->called_though_silent = true;
  if (registration != slot->registration) slot->foreign_registration = true;
  const int rank = safety_rank(static_cast<int>(safety));
  if (rank > slot->highest_rank) slot->highest_rank = rank;
}

void on_free(MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  const auto* const silenced = element_at(freed, user_data);
  if (silenced == nullptr) {
    ++foreign_free_pointers;
    return;
  }
  for (EventSlot* const slot : *silenced) {
    if (slot != nullptr) slot->silent = true;
  }
}

std::string rank_name(int rank) {
  return constant_name("callback_safety", safety_levels()[static_cast<std::size_t>(rank)]);
}

const EventInfo& info_of(const CaseState& state, const EventUse& use) {
  return state.survey.events[static_cast<std::size_t>(use.place)];
}

std::string level_and_bind(const std::array<int, 2>& shown) {
  return join(constant_name("verbosity", shown[0]), " and ", constant_name("binding", shown[1]));
}

/// `calls` is the number of all calls of a callback that was called after its removal, or 0.
auto is_never_called(std::uint64_t calls) {
  return is_sound("", "no call any more", calls == 0 ? "" : join("a call, of ", calls, " in all"));
}

int set_callback(EventUse& use, int rank, EventSlot* slot) {
  const auto level = static_cast<MPI_T_cb_safety>(safety_levels()[static_cast<std::size_t>(rank)]);
  return on::MPI_T_event_register_callback(use.real, level, MPI_INFO_NULL, slot,
                                           slot != nullptr ? &on_event : nullptr);
}

}  // namespace

void free_registration(CaseState& state, EventUse& use) {
  const std::string label = info_of(state, use).label();
  const bool has_room = freed_used != most_slots;
  if (has_room) freed[freed_used] = use.slots;
  const int code = has_room ? on::MPI_T_event_handle_free(use.real, &freed[freed_used++], &on_free)
                            : on::MPI_T_event_handle_free(use.real, nullptr, nullptr);
  for (EventSlot* const slot : use.slots) {
    if (slot != nullptr) slot->freed = true;
  }
  state.events.remove_if([&](const EventUse& other) { return &other == &use; });
  state.judge.code(clause::event_free_success, label, code, {MPI_SUCCESS});
}

void check_events(CaseState& state) {
  for (std::size_t i = state.first_event_slot; i != slots_used; ++i) {
    const EventSlot& slot = slots[i];
    state.judge.output(
        slot.freed ? clause::event_free_nothing_after : clause::event_callback_null_removes,
        slot.label, is_never_called(slot.called_though_silent ? slot.calls.load() : 0));
    state.judge.output(
        clause::event_callback_args, slot.label,
        is_observed("", !slot.foreign_registration, "the registration of the callback",
                    "a registration with which it was not registered"));
    state.judge.output(clause::event_callback_safety_arg, slot.label,
                       is_number(slot.highest_rank, Relation::at_most, slot.rank, rank_name));
  }
  const auto only_known = [&](Clause clause, std::atomic<std::uint64_t>& foreign) {
    const std::uint64_t number = foreign.exchange(0);
    state.judge.output(clause, "user pointers",
                       is_sound("", "the user_data that was registered",
                                number == 0 ? "" : join(number, " calls with another one")));
  };
  only_known(clause::event_callback_user_data, foreign_pointers);
  only_known(clause::event_free_user_data, foreign_free_pointers);
}

namespace commands {

bool event_info(CaseState& state, const Command& command) {
  const EventInfo* const event = pick(state.survey.events, command.a);
  if (event == nullptr) return false;
  int index = INT_MIN;
  const int code = on::MPI_T_event_get_index(event->name.c_str(), &index);
  state.judge.code(clause::event_get_index_roundtrip, *event, code, {MPI_SUCCESS});
  state.judge.output(clause::event_get_index_roundtrip, *event, is_index(index, event->index));
  EventInfo now = *event;
  now.bind = now.verbosity = INT_MIN;
  int length = 0;
  state.judge.code(clause::event_info_repeatable, *event,
                   query_event(event->index, nullptr, now, &length), {MPI_SUCCESS});
  state.judge.output(clause::event_info_repeatable, *event,
                     is_as_before(std::array{now.verbosity, now.bind},
                                  std::array{event->verbosity, event->bind}, level_and_bind));
  state.judge.code(clause::event_info_null_args, *event,
                   query_event(event->index, nullptr, nullptr), {MPI_SUCCESS});
  return true;
}

bool event_alloc(CaseState& state, const Command& command) {
  if (state.survey.events.empty() || state.events.size() >= most_registrations) return false;
  const auto place = static_cast<int>(command.a % state.survey.events.size());
  const EventInfo& event = state.survey.events[static_cast<std::size_t>(place)];
  const auto object = state.object(event.bind, command.b % 2);
  if (!object) return false;
  EventUse use{};
  use.place = place;
  const int code = on::MPI_T_event_handle_alloc(event.index, *object, MPI_INFO_NULL, &use.real);
  if (is_no_room(code)) return true;
  state.judge.code(clause::event_handle_alloc, event, code, {MPI_SUCCESS});
  state.events.push_back(use);
  return true;
}

bool event_register(CaseState& state, const Command& command) {
  EventUse* const use = pick(state.events, command.a);
  if (use == nullptr || slots_used == most_slots) return false;
  const int rank = command.b % 4;
  EventSlot& slot = slots[slots_used++];
  slot.registration = use->real;
  slot.rank = rank;
  slot.label = info_of(state, *use).label();
  const int code = set_callback(*use, rank, &slot);
  state.judge.code(clause::event_callback_register, info_of(state, *use), code, {MPI_SUCCESS});
  EventSlot*& current = use->slots[static_cast<std::size_t>(rank)];
  if (current != nullptr) current->silent = true;  // it was replaced
  current = &slot;
  return true;
}

bool event_deafen(CaseState& state, const Command& command) {
  EventUse* const use = pick(state.events, command.a);
  if (use == nullptr) return false;
  const int rank = command.b % 4;
  state.judge.code(clause::event_callback_null_removes, info_of(state, *use),
                   set_callback(*use, rank, nullptr), {MPI_SUCCESS});
  EventSlot*& current = use->slots[static_cast<std::size_t>(rank)];
  if (current != nullptr) current->silent = true;
  current = nullptr;
  return true;
}

bool event_free(CaseState& state, const Command& command) {
  EventUse* const use = pick(state.events, command.a);
  if (use == nullptr) return false;
  free_registration(state, *use);
  return true;
}

}  // namespace commands

std::size_t event_slots_used() { return slots_used; }

}  // namespace mpitcheck::properties

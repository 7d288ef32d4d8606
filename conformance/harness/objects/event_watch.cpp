// SPDX-License-Identifier: BSD-3-Clause
// Registrations that record what their callbacks receive.
#include "conformance/harness/objects/event_watch.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/harness/test/traffic.hpp"

namespace mpitcheck {

namespace {

MPI_T_cb_safety level_at(int rank) {
  return static_cast<MPI_T_cb_safety>(safety_levels()[static_cast<std::size_t>(rank)]);
}

}  // namespace

EventWatch::EventWatch(const EventType& type, MPI_Comm comm)
    : number_(add_watch(type)), label_(type.label()), since_(all_invocations().size()) {
  static std::deque<MPI_Comm> objects;  // a library may keep the address
  void* const object = type.bind == MPI_T_BIND_MPI_COMM ? &objects.emplace_back(comm) : nullptr;
  if (call::MPI_T_event_handle_alloc(type.index, object, MPI_INFO_NULL, &handle_) != MPI_SUCCESS) {
    throw CannotGoOn("a handle of " + label_);
  }
}

EventWatch::~EventWatch() {
  if (!freed_) call::MPI_T_event_handle_free.if_possible(handle_, nullptr, nullptr);
}

int EventWatch::listen(int rank, int variant, int pointer_variant) {
  return call::MPI_T_event_register_callback(handle_, level_at(rank), MPI_INFO_NULL,
                                             pointer_of(number_, rank, pointer_variant),
                                             event_function(rank, variant));
}

void EventWatch::listen_everywhere() {
  for (const int rank : {3, 2, 1, 0}) {
    if (listen(rank) != MPI_SUCCESS) throw CannotGoOn("a callback at each level of " + label_);
  }
}

int EventWatch::deafen(int rank) {
  return call::MPI_T_event_register_callback(handle_, level_at(rank), MPI_INFO_NULL, nullptr,
                                             nullptr);
}

int EventWatch::handle_drops(int variant) {
  return call::MPI_T_event_set_dropped_handler(handle_, dropped_function(variant));
}

int EventWatch::ignore_drops() { return call::MPI_T_event_set_dropped_handler(handle_, nullptr); }

int EventWatch::free(bool with_callback) {
  freed_ = true;
  return call::MPI_T_event_handle_free(handle_, free_pointer_of(number_),
                                       with_callback ? free_function() : nullptr);
}

std::vector<Invocation> EventWatch::invocations(Invocation::Kind kind) const {
  std::vector<Invocation> found = all_invocations();
  found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(since_));
  std::erase_if(found, [&](const Invocation& made) {
    if (made.kind != kind) return true;
    // A free callback with a wrong user pointer still belongs to its handle.
    if (kind == Invocation::Kind::freed && made.watch < 0) return made.registration != handle_;
    // A dropped handler may receive any pointer; its handle identifies it.
    return kind == Invocation::Kind::dropped ? made.registration != handle_ : made.watch != number_;
  });
  return found;
}

EventWatches watch_everything(Test& t, const std::vector<EventType>& types) {
  EventWatches watches;
  each_type(t, types, [&](const EventType& type) {
    auto watch = std::make_unique<EventWatch>(type);
    watch->listen_everywhere();
    watches.push_back(std::move(watch));
  });
  drive_events();
  return watches;
}

const EventWatch* watch_of(const EventWatches& watches, const Invocation& made) {
  const auto is_its = [&](const auto& watch) { return watch->number() == made.watch; };
  const auto found = std::ranges::find_if(watches, is_its);
  return found == watches.end() ? nullptr : found->get();
}

std::string an_event_that_is_raised() {
  return without_broken_parts("an event type that our use of MPI raises");
}

void drive_events() {
  use_all_parts();
  if (!problem_of_part("messages").empty()) return;
  self_traffic(4, 64);
  self_traffic(2, 100'000);
  for (int i = 0; i < 100; ++i) {
    int any = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &any, MPI_STATUS_IGNORE);
  }
}

}  // namespace mpitcheck

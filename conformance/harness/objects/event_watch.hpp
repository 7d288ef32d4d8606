// SPDX-License-Identifier: BSD-3-Clause
// Event types in use: registrations whose callbacks record their invocations.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/event_invocations.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/test/sequence.hpp"

namespace mpitcheck {

/// A registration of an event type with callbacks that record their invocations. At the end of its
/// scope it is freed without a free callback, unless free() was called. Calls return the code.
class EventWatch {
 public:
  /// Bound to `comm` if the type binds to a communicator. Throws CannotGoOn if no handle can be
  /// allocated.
  explicit EventWatch(const EventType& type, MPI_Comm comm = MPI_COMM_SELF);
  ~EventWatch();
  EventWatch(const EventWatch&) = delete;
  EventWatch& operator=(const EventWatch&) = delete;

  [[nodiscard]] MPI_T_event_registration get() const { return handle_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::string label() const { return label_; }

  /// Registers one of two callbacks (variant 0 or 1, each with its own user pointer) at the safety
  /// level with that rank.
  int listen(int rank, int variant = 0) { return listen(rank, variant, variant); }
  /// The same, with the user pointer of another variant.
  int listen(int rank, int variant, int pointer_variant);
  /// Registers callbacks at all levels, the strictest first. Throws CannotGoOn if one is refused.
  void listen_everywhere();
  /// Registers NULL at that level.
  int deafen(int rank);
  /// Sets one of two handlers of dropped events.
  int handle_drops(int variant = 0);
  int ignore_drops();
  int free(bool with_callback);
  /// Call it after the handle was freed in another way.
  void forget() { freed_ = true; }

  /// The invocations of this watch, in order.
  [[nodiscard]] std::vector<Invocation> invocations(Invocation::Kind kind) const;
  [[nodiscard]] std::size_t events() const { return invocations(Invocation::Kind::event).size(); }

 private:
  MPI_T_event_registration handle_{};
  int number_;
  std::string label_;
  bool freed_ = false;
  std::size_t since_;  // earlier invocations are of other handles, which may be equal
};

using EventWatches = std::vector<std::unique_ptr<EventWatch>>;

/// Registers these types with callbacks at all levels, then raises events. Refusals are recorded as
/// missing.
EventWatches watch_everything(Test& t, const std::vector<EventType>& types);

/// The watch of an invocation, by its user pointer; null if there is none.
const EventWatch* watch_of(const EventWatches& watches, const Invocation& made);

/// Runs `body(type)` for each type. A refusal ends the part of that type and is recorded as
/// missing.
template <class Body>
void each_type(Test& t, const std::vector<EventType>& types, const Body& body) {
  for (const EventType& type : types) noting_what_is_missing(t, [&] { body(type); });
}

/// For Test::check: no callback of `type` was called for the handle whose callback of this type was
/// set or removed last. `calls` is "calls", or "calls since MPI_T_x" to count from the last call of
/// MPI_T_x.
inline auto no_call_is_made(std::string_view calls, std::size_t seen,
                            std::string_view type = event_callback_type) {
  return equals(calls, static_cast<long long>(seen), 0).of(type);
}

/// For Test::check: callbacks were called. A reproducer checks whether other handles receive calls.
inline auto calls_are_made(std::string_view calls, std::size_t seen) {
  return at_least(calls, static_cast<long long>(seen), 1).of(event_callback_type);
}

/// Raises events by each part of the repertoire and by traffic on MPI_COMM_SELF, then makes
/// progress for late deliveries. Not thread-safe.
void drive_events();

/// The text for what is missing if no event was delivered.
std::string an_event_that_is_raised();

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Event types in use: registrations whose functions write down their invocations.
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

/// A registration of an event type with functions that write down their invocations. Freed without
/// a free callback at the end of its scope unless free() did. Calls return the code.
class EventWatch {
 public:
  /// Bound to `comm`, if the type binds to a communicator. Throws CannotGoOn if no handle is to be
  /// had.
  explicit EventWatch(const EventType& type, MPI_Comm comm = MPI_COMM_SELF);
  ~EventWatch();
  EventWatch(const EventWatch&) = delete;
  EventWatch& operator=(const EventWatch&) = delete;

  [[nodiscard]] MPI_T_event_registration get() const { return handle_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::string label() const { return label_; }

  /// Registers one of two functions (variant 0 or 1, each with a user pointer of its own) at the
  /// level of that rank.
  int listen(int rank, int variant = 0);
  /// At all levels, the strictest first. Throws CannotGoOn if one is refused.
  void listen_everywhere();
  /// Registers NULL at that level.
  int deafen(int rank);
  /// Sets one of two handlers of dropped events.
  int handle_drops(int variant = 0);
  int ignore_drops();
  int free(bool with_callback);
  /// The handle was freed by other means.
  void forget() { freed_ = true; }

  /// What concerns this watch, in order of invocation.
  [[nodiscard]] std::vector<Invocation> invocations(Invocation::Kind kind) const;
  [[nodiscard]] std::size_t events() const { return invocations(Invocation::Kind::event).size(); }

 private:
  MPI_T_event_registration handle_{};
  int number_;
  std::string label_;
  bool freed_ = false;
  std::size_t since_;  // invocations before it are not of this handle, though it may look the same
};

using EventWatches = std::vector<std::unique_ptr<EventWatch>>;

/// Registrations of those types, with callbacks at all levels, through some traffic. What one type
/// refuses is noted as missing.
EventWatches watch_everything(Test& t, const std::vector<EventType>& types);

/// The one that an invocation is of, by its user pointer; null if it is of none.
const EventWatch* watch_of(const EventWatches& watches, const Invocation& made);

/// Runs `body(type)` for each; what one type refuses ends its own part and is noted as missing.
template <class Body>
void each_type(Test& t, const std::vector<EventType>& types, const Body& body) {
  for (const EventType& type : types) noting_what_is_missing(t, [&] { body(type); });
}

/// For Test::check, how often functions of `type` were called back, of the handle that was given
/// such a function, or none, last. `calls` is "calls", or "calls since MPI_T_x", the last call of
/// that function.
inline auto no_call_is_made(std::string_view calls, std::size_t seen,
                            std::string_view type = event_callback_type) {
  return equals(calls, static_cast<long long>(seen), 0).of(type);
}

/// There are some; a program looks whether other handles get theirs.
inline auto calls_are_made(std::string_view calls, std::size_t seen) {
  return at_least(calls, static_cast<long long>(seen), 1).of(event_callback_type);
}

/// What raises events: each part of MPI in the repertoire, traffic on MPI_COMM_SELF, and some
/// progress after it for what is delivered late. One thread at a time.
void drive_events();

/// What is missing where no event came.
std::string an_event_that_is_raised();

}  // namespace mpitcheck

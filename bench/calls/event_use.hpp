// SPDX-License-Identifier: BSD-3-Clause
// Event types in use: registrations that free themselves, and work inside a callback.
#pragma once

#include <functional>
#include <optional>

#include "harness/event_types.hpp"
#include "harness/mpi.hpp"

namespace mpitcheck::bench {

/// A registration of an event type, for no object or MPI_COMM_WORLD. Throws if there is none to be
/// had.
class Registration {
 public:
  explicit Registration(const EventType& type);
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  [[nodiscard]] MPI_T_event_registration get() const { return handle_; }

 private:
  MPI_T_event_registration handle_{};
};

/// The weakest safety level. For targets that have events.
MPI_T_cb_safety no_demands();

using OnInstance = std::function<void(MPI_T_event_instance)>;

/// Drives traffic and runs `work` in the first callback for the event type; false if there was
/// none.
bool within_callback(const EventType& type, const OnInstance& work);

/// An event type that traffic raises, with at least one element.
std::optional<EventType> raised_event_type();

}  // namespace mpitcheck::bench

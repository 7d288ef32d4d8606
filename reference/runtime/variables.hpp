// SPDX-License-Identifier: BSD-3-Clause
// All variables of the runtime, and the events in it that move them.
#pragma once

#include <cstddef>
#include <memory>

#include "control_variables.hpp"
#include "engine/engine.hpp"
#include "engine/event_delivery.hpp"
#include "event_messages.hpp"
#include "event_specimens.hpp"
#include "objects.hpp"
#include "performance_variables.hpp"
#include "specimen_set.hpp"

namespace mpit::runtime {

/// Updates need the process's lock.
class Variables {
 public:
  /// Registers everything with `engine`.
  Variables(Engine& engine, const ObjectAccess& objects);

  /// Longest message in bytes that is sent over `communicator` without waiting for its receive.
  std::size_t eager_limit(const Communicator& communicator) const;
  bool checks_arguments() const { return control_.checks_arguments(); }
  int highest_thread_level() const { return control_.highest_thread_level(); }
  /// Begins, and ends, to serve a communicator of `size` processes.
  CommVariables attach(MPI_Comm comm, int size);
  void detach(MPI_Comm comm);

  void on_init(int thread_level);
  void on_finalize();
  void on_send(const Route& route, std::size_t bytes, bool eager);
  void on_posted_added(std::size_t length) { performance_.on_posted_added(length); }
  void on_posted_taken(std::size_t length) { performance_.on_posted_taken(length); }
  void on_unexpected_added(std::size_t length, std::size_t bytes) {
    performance_.on_unexpected_added(length, bytes);
    if (control_.drives_specimens()) drive_level(length);
  }
  void on_unexpected_taken(std::size_t length, std::size_t bytes) {
    performance_.on_unexpected_taken(length, bytes);
    if (control_.drives_specimens()) drive_level(length);
  }
  std::uint64_t& match_attempts() { return performance_.match_attempts(); }

  /// What stands for the process among the objects: variables without object are its.
  Object& process() { return process_; }

  const MessageEvents& events() const { return events_; }
  /// Calls the callbacks for what was posted. Must be called without the process's lock.
  void deliver_events() { delivery_.deliver(CallbackSafety::none); }

  /// What times waits; null if that is switched off.
  const Timer<>* wait_timer() const;

 private:
  void drive_level(std::size_t level) {
    Object::Bound& bound = process_.bound();
    bound.level = level;
    if (bound.specimens) bound.specimens->drive_level(level);
  }

  EventDelivery& delivery_;
  Object process_;
  ControlVariables control_;
  PerformanceVariables performance_;
  MessageEvents events_;
  EventSpecimens event_specimens_;
};

}  // namespace mpit::runtime

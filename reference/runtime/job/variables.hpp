// SPDX-License-Identifier: BSD-3-Clause
// All variables of the runtime, and the events that change them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "reference/component/control.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/event_delivery.hpp"
#include "reference/runtime/job/event_messages.hpp"
#include "reference/runtime/job/event_objects.hpp"
#include "reference/runtime/job/performance_variables.hpp"
#include "reference/runtime/job/specimen_set.hpp"
#include "reference/runtime/job/specimens.hpp"
#include "reference/runtime/objects/objects.hpp"
#include "runtime_cvars.hpp"

namespace mpit::runtime {

/// Values that a tool may set at any time. Any thread.
class ControlVariables {
 public:
  /// Registers the variables with `engine`. Those of a communicator are found through `objects`.
  ControlVariables(Engine& engine, const ObjectAccess& objects);

  /// Size in bytes of the longest message that is sent over `communicator` without waiting for its
  /// receive.
  std::size_t eager_limit(const Communicator& communicator) const {
    const std::int64_t own = communicator.eager_limit;
    return static_cast<std::size_t>(own < 0 ? std::max(0, declared_.eager_limit.get()) : own);
  }
  bool checks_arguments() const {
    return declared_.error_checking.get() == DeclaredCvars::error_checking_choice::arguments;
  }
  bool times_waits() const { return declared_.time_waits.get() != 0; }
  bool drives_specimens() const { return declared_.drive_specimens.get() != 0; }
  /// The highest level that MPI provides.
  int highest_thread_level() const { return highest_thread_level_.get(); }

  /// MPI was initialized with `thread_level`.
  void on_init(int thread_level);

 private:
  ControlVariables(Engine& engine, const ObjectAccess& objects, EnumType thread_levels);

  const DeclaredCvars declared_;
  const std::shared_ptr<std::atomic<bool>> initialized_;
  Control<int> highest_thread_level_;
  Control<int> thread_level_;
};

/// Updates need the process's lock.
class Variables {
 public:
  /// Registers everything with `engine`.
  Variables(Engine& engine, const ObjectAccess& objects);

  const ControlVariables& control() const { return control_; }
  PerformanceVariables& performance() { return performance_; }
  const MessageEvents& events() const { return events_; }
  const ObjectEvents& object_events() const { return object_events_; }

  /// Adds and removes a communicator; `size` is its number of processes.
  CommVariables attach(MPI_Comm comm, int size);
  void detach(MPI_Comm comm);

  void on_init(int thread_level);
  void on_finalize();
  void on_send(const Route& route, std::size_t bytes, bool eager);
  void on_unexpected_added(std::size_t length, std::size_t bytes) {
    performance_.on_unexpected_added(length, bytes);
    if (control_.drives_specimens()) drive_level(length);
  }
  void on_unexpected_taken(std::size_t length, std::size_t bytes) {
    performance_.on_unexpected_taken(length, bytes);
    if (control_.drives_specimens()) drive_level(length);
  }

  /// The object of the process: variables without object belong to it.
  Object& process() { return process_; }

  /// Calls the callbacks for posted events. Must be called without the process's lock.
  void deliver_events() { delivery_.deliver(CallbackSafety::none); }

  /// The timer of waits; null if it is switched off.
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
  ObjectEvents object_events_;
  EventSpecimens event_specimens_;
};

}  // namespace mpit::runtime

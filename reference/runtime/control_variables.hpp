// SPDX-License-Identifier: BSD-3-Clause
// The control variables of the runtime, as it sees them.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "engine/engine.hpp"
#include "mpit/control.hpp"
#include "object.hpp"

namespace mpit::runtime {

/// Values that a tool may set at any time. Any thread.
class ControlVariables {
 public:
  /// Registers the variables with `engine`. Those of a communicator are found through `objects`.
  ControlVariables(Engine& engine, const ObjectAccess& objects);

  /// Longest message in bytes that is sent without waiting for its receive.
  std::size_t eager_limit() const { return eager_limit_.get(); }
  bool checks_arguments() const { return error_checking_.get() == check_arguments; }
  bool times_waits() const { return time_waits_.get() == on; }
  bool drives_specimens() const { return drive_specimens_.get() == on; }
  /// The level that MPI grants at most.
  int highest_thread_level() const { return highest_thread_level_.get(); }

  /// MPI was initialized with `thread_level`.
  void on_init(int thread_level);

 private:
  // Items of the enumerations.
  static constexpr int check_none = 0;
  static constexpr int check_arguments = 1;
  static constexpr int off = 0;
  static constexpr int on = 1;

  /// The enumerations that several variables share.
  struct Enumerations {
    explicit Enumerations(Engine& engine);
    EnumType checking;
    EnumType switches;
    EnumType thread_levels;
  };
  ControlVariables(Engine& engine, const ObjectAccess& objects, const Enumerations& enumerations);

  const std::shared_ptr<std::atomic<bool>> initialized_;
  Control<unsigned long> eager_limit_;
  Control<int> error_checking_;
  Control<int> time_waits_;
  Control<int> drive_specimens_;
  Control<int> highest_thread_level_;
  Control<int> thread_level_;
};

}  // namespace mpit::runtime

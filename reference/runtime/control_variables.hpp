// SPDX-License-Identifier: BSD-3-Clause
// The control variables of the runtime, as it sees them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>

#include "engine/engine.hpp"
#include "mpit/control.hpp"
#include "object.hpp"
#include "runtime_cvars.hpp"

namespace mpit::runtime {

/// Values that a tool may set at any time. Any thread.
class ControlVariables {
 public:
  /// Registers the variables with `engine`. Those of a communicator are found through `objects`.
  ControlVariables(Engine& engine, const ObjectAccess& objects);

  /// Longest message in bytes that is sent without waiting for its receive.
  std::size_t eager_limit() const {
    return static_cast<std::size_t>(std::max(0, declared_.eager_limit.get()));
  }
  bool checks_arguments() const {
    return declared_.error_checking.get() == DeclaredCvars::error_checking_choice::arguments;
  }
  bool times_waits() const { return declared_.time_waits.get() != 0; }
  bool drives_specimens() const { return declared_.drive_specimens.get() != 0; }
  /// The level that MPI grants at most.
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

}  // namespace mpit::runtime

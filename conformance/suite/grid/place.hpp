// SPDX-License-Identifier: BSD-3-Clause
// The place of calls: plain code, an event callback, or a second tool.
#pragma once

#include <exception>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// Throws CannotGoOn if the library lacks what the state's place needs. Call it before the state's
/// way begins.
void require_place(const State& state);

/// From now on calls are made in callbacks with that safety level, e.g. "MPI_RESTRICTED". Throws
/// CannotGoOn if no event demands it in this thread.
void listen_in_callbacks(std::string_view safety);

/// The number of elements of the instances in callbacks; -1: no instances.
int elements_of_instances();

/// The calls of a tool, which is loaded now. Throws CannotGoOn if that fails.
Caller second_tool();

/// From now on a tool, which is loaded now, makes the calls, next to a session of this program, the
/// first tool. Throws CannotGoOn if that fails.
void let_second_tool_call();

/// The session that the first tool had before; without a second tool, one of the program's own.
MPI_T_pvar_session session_of_first_tool();

/// In its scope the first tool makes the calls.
struct AsFirstTool : CallsBy {
  AsFirstTool() : CallsBy(nullptr) {}
};

/// The place of the next call. In callbacks: with a registration of its own.
class Place {
 public:
  using Act = FunctionRef<void(MPI_T_event_instance instance)>;

  /// Throws NothingToTry if the registration is refused.
  Place();
  ~Place();
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  /// Runs `act` there once, and throws what it throws; NothingToTry if there is no event.
  void visit(Act act) const;

 private:
  static void on_event(MPI_T_event_instance instance, MPI_T_event_registration registration,
                       MPI_T_cb_safety safety, void* user_data);

  MPI_T_event_registration registration_{};
};

}  // namespace mpitcheck::grid

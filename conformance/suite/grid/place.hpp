// SPDX-License-Identifier: BSD-3-Clause
// Where calls are made: in plain code, in an event callback, by a second tool.
#pragma once

#include <exception>
#include <string_view>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// Throws CannotGoOn, before the state's way begins, if the library lacks all that its place takes.
void require_place(const State& state);

/// From now on calls are made in callbacks that are called with that safety level,
/// "MPI_RESTRICTED". Throws CannotGoOn if no event demands it in this thread.
void listen_in_callbacks(std::string_view safety);

/// How many elements the instances have that there are in callbacks; -1: there are none.
int elements_of_instances();

/// The calls of a tool that is loaded now. Throws CannotGoOn if it is not to be had.
Caller second_tool();

/// From now on calls are made by a tool that is loaded now, beside a session of this program, which
/// is the first. Throws CannotGoOn if it is not to be had.
void let_second_tool_call();

/// The session that the first tool had before; one of its own if there is no second.
MPI_T_pvar_session session_of_first_tool();

/// In its scope the first tool calls.
class AsFirstTool {
 public:
  AsFirstTool() : second_(std::exchange(caller, nullptr)) {}
  ~AsFirstTool() { caller = second_; }
  AsFirstTool(const AsFirstTool&) = delete;
  AsFirstTool& operator=(const AsFirstTool&) = delete;

 private:
  Caller second_;
};

/// Where the next call is made. In callbacks: a registration of its own.
class Place {
 public:
  using Act = FunctionRef<void(MPI_T_event_instance instance)>;

  /// Throws NothingToTry if the registration is refused.
  Place();
  ~Place();
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  /// Runs `act` there, once, and throws what it throws; NothingToTry if there is no event.
  void visit(Act act) const;

 private:
  static void on_event(MPI_T_event_instance instance, MPI_T_event_registration registration,
                       MPI_T_cb_safety safety, void* user_data);

  MPI_T_event_registration registration_{};
};

}  // namespace mpitcheck::grid

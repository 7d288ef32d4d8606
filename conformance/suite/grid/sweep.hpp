// SPDX-License-Identifier: BSD-3-Clause
// Makes the calls of many cells in one state without charging anything. Charges depend on the
// results in plainer states.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/grid/outputs.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// The result of a cell, as reports show it.
enum class Outcome : unsigned char {
  none,       // no object to try it on
  held,       // the answer is allowed
  broken,     // not allowed, an output is odd, or the interface is dead after it
  lost,       // the process died, or the call is in quarantine
  undefined,  // no text defines it
  absent,     // the library lacks the function
};

std::string_view name_of(Outcome outcome);

struct Seen {
  Outcome outcome = Outcome::none;
  int code = 0;       // the code of the call
  bool died = false;  // in the call or its preparation
  Odd odd;
  int canary = 0;  // code of MPI_T_cvar_get_num after it
  bool operator==(const Seen&) const = default;
  [[nodiscard]] bool is_answer() const {
    return outcome == Outcome::held || outcome == Outcome::broken;
  }
};

enum class Arrival : unsigned char {
  died,     // on the way
  refused,  // the library refuses a step of the way
  dead,     // the interface is initialized, but does not respond
  alive,
};

struct Swept {
  Arrival arrival = Arrival::died;
  std::string lack;         // if refused
  bool came_again = false;  // without a fork in the state
  std::vector<Seen> cells;  // in the order of the given cells
};

using Cells = std::vector<const Cell*>;

/// Goes the state's way in a child, and makes the calls in children of it.
Swept sweep(const State& state, const Cells& cells);

/// The result of a cell in a process that goes the state's way itself. It shows whether a crash of
/// a forked process also occurs without a fork.
Seen seen_alone(const Cell& cell, const State& state);

}  // namespace mpitcheck::grid

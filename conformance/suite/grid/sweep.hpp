// SPDX-License-Identifier: BSD-3-Clause
// The calls of many cells in one state, seen without judging aloud: who charges what is decided
// when it is known what plainer states answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/grid/outputs.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// What became of a cell, as reports draw it.
enum class Outcome : unsigned char {
  none,       // no object to try it on
  held,       // the answer is allowed
  broken,     // it is not, an output is odd, or the interface answers no more behind it
  lost,       // the process died, or the call is in quarantine
  undefined,  // no text says
  absent,     // the library lacks the function
};

std::string_view name_of(Outcome outcome);

struct Seen {
  Outcome outcome = Outcome::none;
  int code = 0;       // that the call returned
  bool died = false;  // in it, or in what it takes
  Odd odd;
  int canary = 0;  // what MPI_T_cvar_get_num returned behind it
  bool operator==(const Seen&) const = default;
  [[nodiscard]] bool is_answer() const {
    return outcome == Outcome::held || outcome == Outcome::broken;
  }
};

enum class Arrival : unsigned char {
  died,     // on the way
  refused,  // the library does not go it
  dead,     // the interface is up, but does not answer
  alive,
};

struct Swept {
  Arrival arrival = Arrival::died;
  std::string lack;         // if refused
  bool came_again = false;  // no process was forked in the state
  std::vector<Seen> cells;  // as they were given
};

using Cells = std::vector<const Cell*>;

/// Goes the state's way in a child, and makes the calls in children of that.
Swept sweep(const State& state, const Cells& cells);

/// What a process sees of a cell that goes the state's way by itself: whether what ended one that
/// was forked in the state ends others, too.
Seen seen_alone(const Cell& cell, const State& state);

}  // namespace mpitcheck::grid

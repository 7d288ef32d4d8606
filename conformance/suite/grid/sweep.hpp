// SPDX-License-Identifier: BSD-3-Clause
// Makes the calls of many cells in one state without charging anything. Charges depend on the
// results in plainer states.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// The result of a cell, as reports show it.
enum class Outcome : unsigned char {
  none,       // no object to try it on
  held,       // the answer is allowed
  broken,     // not allowed, an output is wrong, or the interface is dead after it
  lost,       // the process died, or the call is in quarantine
  undefined,  // no text defines it
  absent,     // the library lacks the function
};

std::string_view name_of(Outcome outcome);

/// The result of a try of a cell, as far as results in two states are compared.
struct Seen {
  Outcome outcome = Outcome::none;
  int code = 0;           // the code of the call
  bool died = false;      // in the call or its preparation
  std::size_t wrong = 0;  // hash of the texts of what is wrong
  bool operator==(const Seen&) const = default;
  [[nodiscard]] bool is_answer() const {
    return outcome == Outcome::held || outcome == Outcome::broken;
  }
};

struct Tried {
  const Cell* cell;
  Seen seen;
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
  bool came_again = false;  // calls were made without a fork in the state
  std::vector<Tried> tried;
  [[nodiscard]] bool is_lost() const {
    return arrival == Arrival::died || arrival == Arrival::dead;
  }
};

using Cells = std::vector<const Cell*>;

/// Goes the state's way in a child, and makes the calls in children of it. If `in_forks` is false,
/// or if the library does not survive a fork, each child that goes the way makes calls itself.
Swept sweep(const State& state, const Cells& cells, bool in_forks = true);

}  // namespace mpitcheck::grid

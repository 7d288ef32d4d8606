// SPDX-License-Identifier: BSD-3-Clause
// A cell's call with what it takes: the shortest preparation, the arguments, the call.
#pragma once

#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// What is lacking to try a cell on.
struct NothingToTry : CannotGoOn {
  using CannotGoOn::CannotGoOn;
};

/// Prepares and makes the call; returns its code. Handles and sessions that it takes are left to
/// the process's end. Throws NothingToTry, or what calls throw.
int make_call(const Cell& cell, const State& state, const Objects& objects);

}  // namespace mpitcheck::grid

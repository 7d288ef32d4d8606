// SPDX-License-Identifier: BSD-3-Clause
// A wrong answer in one cell of the grid: not a rule but a proof that the grid sees each, see
// conformance/suite/grid/sample.
#pragma once

#include <string>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// Puts "HOW:STATE/FUNCTION/PARAMETER:CLASS" in force. HOW is refuse or succeed: what the call
/// returns, whatever it did; or spoil: the numbers that it writes are others. The tests of the grid
/// say which cell they try. False if it is no such text.
bool put_cell_in_force(const std::string& text, Interface& mpi);

}  // namespace mpitcheck::faults

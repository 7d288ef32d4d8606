// SPDX-License-Identifier: BSD-3-Clause
// Wrong results in one cell of the grid. This does not break a rule but shows that the grid notices
// each cell: see conformance/suite/grid/sample.
#pragma once

#include <string>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// Installs "HOW:STATE/FUNCTION/PARAMETER:CLASS". HOW is refuse (the call returns an error),
/// succeed (the call returns MPI_SUCCESS, even if it failed) or spoil (the call writes wrong
/// numbers). The tests of the grid report which cell they try. Returns false for any other text.
bool put_cell_in_force(const std::string& text, Interface& mpi);

}  // namespace mpitcheck::faults

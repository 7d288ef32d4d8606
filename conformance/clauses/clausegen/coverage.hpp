// SPDX-License-Identifier: BSD-3-Clause
// Compares the catalogue with the tests that cite it and the faults that break it.
#pragma once

#include <filesystem>
#include <vector>

#include "conformance/clauses/clausegen/model.hpp"

namespace mpitcheck::clausegen {

/// Reads the `--list` arrays of test programs and appends a diagnostic for every `must` clause that
/// has neither a test nor an `untested` reason, every `untested` reason of a clause that has a
/// test, and every cited clause that does not exist.
void check_tests(const Catalogue& catalogue, const std::vector<std::filesystem::path>& test_lists,
                 std::vector<Diagnostic>& diagnostics);

/// Reads what bin/faults prints and appends a diagnostic for every clause above `advice` that has
/// neither a fault nor a reason (`untested` or `no_fault`), and every `no_fault` reason of a clause
/// that a fault breaks.
void check_faults(const Catalogue& catalogue, const std::filesystem::path& fault_list,
                  std::vector<Diagnostic>& diagnostics);

}  // namespace mpitcheck::clausegen

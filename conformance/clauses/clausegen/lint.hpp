// SPDX-License-Identifier: BSD-3-Clause
// Checks that a catalogue that could be read also makes sense.
#pragma once

#include <vector>

#include "conformance/clauses/clausegen/model.hpp"

namespace mpitcheck::clausegen {

/// Appends a diagnostic for every rule of the catalogue that is broken: ids, levels, versions,
/// sections, functions, codes, ambiguities, and the fields each level needs.
void lint(const Catalogue& catalogue, std::vector<Diagnostic>& diagnostics);

}  // namespace mpitcheck::clausegen

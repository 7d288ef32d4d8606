// SPDX-License-Identifier: BSD-3-Clause
// Reads a folder of catalogue files into the model.
#pragma once

#include <filesystem>
#include <vector>

#include "conformance/clauses/clausegen/model.hpp"

namespace mpitcheck::clausegen {

/// Reads api.yaml, ambiguities.yaml and every other *.yaml (one per area) of `folder`. What is
/// malformed, unknown or of the wrong shape goes to `diagnostics`; the rest is still read.
Catalogue load(const std::filesystem::path& folder, std::vector<Diagnostic>& diagnostics);

}  // namespace mpitcheck::clausegen

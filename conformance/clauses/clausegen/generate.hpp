// SPDX-License-Identifier: BSD-3-Clause
// Writes the C++ that the rest of the build compiles from the catalogue.
#pragma once

#include <filesystem>

#include "conformance/clauses/clausegen/model.hpp"

namespace mpitcheck::clausegen {

/// Writes clauses.hpp, clause_keys.cpp, clause_data.cpp, api.inc, codes.inc and constants.inc into
/// `folder`, which is created; a file that would stay as it is is left alone. Rules' texts are in
/// clause_data.cpp only. The catalogue must have passed lint(). Throws std::runtime_error if a file
/// cannot be written.
void generate(const Catalogue& catalogue, const std::filesystem::path& folder);

}  // namespace mpitcheck::clausegen

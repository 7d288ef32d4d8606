// SPDX-License-Identifier: BSD-3-Clause
// The fields of one entry that declares a control variable.
#pragma once

#include <optional>

#include "reference/cvargen/model.hpp"

namespace mpit::cvargen {

/// The variable of an entry; nothing if a field is missing or bad (reported). The items of an enum
/// are numbered from 0. `string_length`: characters of a string, its null included.
std::optional<Variable> read_variable(const Entry& entry, int string_length,
                                      Diagnostics& diagnostics);

/// Reports the `keys` that `entry` (a `what`) lacks; true if it has all.
bool has_fields(const Entry& entry, const char* what, const std::vector<const char*>& keys,
                Diagnostics& diagnostics);

/// Whether C++ could take the name of a variable, category or item as an identifier.
bool is_identifier(const std::string& name);

}  // namespace mpit::cvargen

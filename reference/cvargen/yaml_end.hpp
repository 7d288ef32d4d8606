// SPDX-License-Identifier: BSD-3-Clause
// Finds what follows the first document of a YAML text.
#pragma once

#include <optional>
#include <string>

namespace mpit::cvargen {

/// The line, from 0, in which `text` goes on after its first document; nothing if it ends there.
/// Throws YAML::Exception. (YAML::LoadAll of yaml-cpp 0.7 does not end if a document ends early.)
std::optional<int> line_after_document(const std::string& text);

}  // namespace mpit::cvargen

// SPDX-License-Identifier: BSD-3-Clause
// Files that the user names, read as a whole.
#pragma once

#include <string>

namespace mpitcheck {

/// The file's content; throws UserError, "<said as> cannot be read: <advice>", if there is none.
std::string read_input(const std::string& path, const std::string& said_as,
                       const std::string& advice);

}  // namespace mpitcheck

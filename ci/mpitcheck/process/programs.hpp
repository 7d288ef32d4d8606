// SPDX-License-Identifier: BSD-3-Clause
// Finding programs as a shell does.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck {

/// The absolute path of an executable: `name` itself if it holds a slash, else the first in
/// `folders` (as in PATH). Empty if there is none.
std::string find_program(const std::string& name, std::string_view folders);

/// The PATH of this process.
std::string_view own_path();

}  // namespace mpitcheck

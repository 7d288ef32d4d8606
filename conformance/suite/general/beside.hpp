// SPDX-License-Identifier: BSD-3-Clause
// Programs of conformance/programs, which lie beside that of the suite.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mpitcheck {

/// The path of the program of that name.
inline std::string program_beside(std::string_view name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

}  // namespace mpitcheck

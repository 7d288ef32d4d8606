// SPDX-License-Identifier: BSD-3-Clause
// Files that lie beside the program that runs.
#pragma once

#include <sys/auxv.h>

#include <filesystem>
#include <string_view>

namespace mpitcheck {

/// The path of the file of that name. The kernel told us our own; there may be no /proc.
inline std::filesystem::path beside_program(std::string_view name) {
  const auto* const self = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  return std::filesystem::canonical(self).parent_path() / name;
}

}  // namespace mpitcheck

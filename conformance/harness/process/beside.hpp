// SPDX-License-Identifier: BSD-3-Clause
// Files in the folder of the running program.
#pragma once

#include <sys/auxv.h>

#include <filesystem>
#include <string_view>

namespace mpitcheck {

/// The path of the file with that name. The program's path comes from the kernel, without /proc.
inline std::filesystem::path beside_program(std::string_view name) {
  const auto* const self = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  return std::filesystem::canonical(self).parent_path() / name;
}

}  // namespace mpitcheck

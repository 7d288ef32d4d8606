// SPDX-License-Identifier: BSD-3-Clause
// Search along PATH.
#include "ci/mpitcheck/process/programs.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace mpitcheck {
namespace fs = std::filesystem;

namespace {

bool is_executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program(const std::string& name, std::string_view folders) {
  if (name.find('/') != std::string::npos) {
    return is_executable(name) ? fs::absolute(name).string() : std::string();
  }
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    const fs::path candidate = fs::path(folder) / name;
    if (is_executable(candidate)) return fs::absolute(candidate).string();
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
  }
  return {};
}

std::string_view own_path() {
  const char* path = std::getenv("PATH");
  return path != nullptr ? path : "/usr/bin:/bin";
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
#include "ci/mpitcheck/process/input_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {

std::string read_input(const std::string& path, const std::string& said_as,
                       const std::string& advice) {
  std::ifstream file(path, std::ios::binary);
  file.peek();  // a folder can be opened, but not read
  if (!file.is_open() || file.bad()) {
    throw UserError(fmt::format("{} cannot be read: {}", said_as, advice));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace mpitcheck

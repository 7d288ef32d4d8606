// SPDX-License-Identifier: BSD-3-Clause
// Takes a C prototype apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::clausegen {

struct Prototype {
  std::string return_type;
  std::string name;
  /// As written, without the outer parentheses: "int *num" or "void".
  std::string parameters;
  std::vector<std::string> parameter_names;
};

/// Reads "int f(int a, int b[]);" (no function pointers, no dots); nothing if it is not of that
/// form. Runs of white space become one space.
std::optional<Prototype> parse_prototype(std::string_view text);

}  // namespace mpitcheck::clausegen

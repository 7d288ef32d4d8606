// SPDX-License-Identifier: BSD-3-Clause
// The texts that cvargen writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reference/cvargen/model.hpp"
#include "reference/cvargen/naming.hpp"

namespace mpit::cvargen {

/// How the generated C++ is called and laid out.
struct Layout {
  Naming naming;
  std::string cxx_namespace = "mpit";
  std::string cxx_class = "DeclaredCvars";
  /// How the generated source includes the generated header.
  std::string header = "cvars.hpp";
  /// A string's characters, the null included.
  int string_length = 384;
};

/// The class with one member for each variable.
std::string header_text(const Declarations& declarations, const Layout& layout);
/// Its constructor, which registers everything.
std::string source_text(const Declarations& declarations, const Layout& layout);
/// The reference page in Markdown, grouped by category.
std::string markdown_text(const Declarations& declarations, const Naming& naming);
/// One line for each variable: name, type, verbosity, scope, category, default, place; between
/// them tabs.
std::string list_text(const Declarations& declarations);
/// A rule of make: `target` depends on `inputs`.
std::string depfile_text(const std::filesystem::path& target,
                         const std::vector<std::filesystem::path>& inputs);

}  // namespace mpit::cvargen

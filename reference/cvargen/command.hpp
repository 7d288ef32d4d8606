// SPDX-License-Identifier: BSD-3-Clause
// The command line of cvargen, and what a run does.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "reference/cvargen/outputs.hpp"

namespace mpit::cvargen {

struct Options {
  std::vector<std::filesystem::path> inputs;
  /// What outputs name sources relative to; empty: as given.
  std::filesystem::path base;
  std::filesystem::path header;
  std::filesystem::path source;
  std::filesystem::path markdown;
  std::filesystem::path stamp;
  std::filesystem::path depfile;
  bool list = false;
  bool quiet = false;
  bool strict = false;  ///< warnings are errors
  Layout layout;
};

/// The arguments after the program's name. Nothing if the command line alone decides what happens:
/// `exit_code` is then 0 (help, on `out`) or 2 (a mistake, on `errors`).
std::optional<Options> read_options(std::vector<std::string> arguments, std::ostream& out,
                                    std::ostream& errors, int& exit_code);

/// Runs cvargen with the arguments after the program's name; returns its exit code: 0 in order, 1
/// errors in the sources, 2 usage, 3 an output cannot be written. Diagnostics go to `errors`.
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& errors);

}  // namespace mpit::cvargen

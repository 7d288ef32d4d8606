// SPDX-License-Identifier: BSD-3-Clause
// Which files a run reads, and their texts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mpit::cvargen {

struct SourceFiles {
  std::vector<std::filesystem::path> files;
  /// The folders walked: a file that appears in one changes the result.
  std::vector<std::filesystem::path> folders;
};

/// Adds `path` to `sources`: a file, whatever its name; or of a folder and those below the C, C++
/// and Fortran sources and headers and files named cvars.txt, in the order of their names. Hidden
/// files and links to folders are passed over. Throws std::filesystem::filesystem_error.
void add_sources(const std::filesystem::path& path, SourceFiles& sources);

/// The bytes of a file; nothing if it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// Replaces the file by `text` in one step; leaves it alone if it holds just that. Makes missing
/// folders. Throws std::runtime_error if that fails.
void write_if_changed(const std::filesystem::path& path, const std::string& text);

}  // namespace mpit::cvargen

// SPDX-License-Identifier: BSD-3-Clause
// Which files a run reads, and their texts.
#include "reference/cvargen/source_files.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>

namespace mpit::cvargen {

namespace fs = std::filesystem;

namespace {

const std::set<std::string, std::less<>> suffixes = {".c",  ".cc",  ".cpp", ".cxx", ".C",   ".h",
                                                     ".hh", ".hpp", ".hxx", ".H",   ".i",   ".inc",
                                                     ".f",  ".F",   ".f90", ".F90", ".f08", ".F08"};

bool is_source(const fs::path& path) {
  return suffixes.contains(path.extension().string()) || path.filename() == "cvars.txt";
}

}  // namespace

void add_sources(const fs::path& path, SourceFiles& sources) {
  if (!fs::is_directory(path)) {
    sources.files.push_back(path);
    return;
  }
  sources.folders.push_back(path);
  std::vector<fs::path> files;
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    if (entry.path().filename().string().starts_with(".")) continue;
    if (entry.is_directory()) {
      if (!entry.is_symlink()) folders.push_back(entry.path());
    } else if (is_source(entry.path())) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  std::ranges::sort(folders);
  sources.files.insert(sources.files.end(), files.begin(), files.end());
  for (const fs::path& folder : folders) add_sources(folder, sources);
}

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0) return std::nullopt;
  std::string text(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  file.read(text.data(), size);
  if (!file) return std::nullopt;
  return text;
}

void write_if_changed(const fs::path& path, const std::string& text) {
  if (read_file(path) == text) return;
  const auto fail = [&] { throw std::runtime_error("cannot write " + path.string()); };
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  const fs::path draft = path.string() + ".new";
  std::ofstream file(draft, std::ios::binary);
  file << text;
  file.close();
  if (!file) fail();
  fs::rename(draft, path, error);
  if (error) fail();
}

}  // namespace mpit::cvargen

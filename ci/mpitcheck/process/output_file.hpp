// SPDX-License-Identifier: BSD-3-Clause
// A file that appears whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck {

class OutputFile {
 public:
  /// Makes sure that `path` can be written, before there is anything to write; throws UserError if
  /// it cannot. What is there already stays until commit().
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  /// Writes the content and puts it in place; throws UserError (our own error) if that fails, e.g.
  /// on a full disk.
  void commit(std::string_view content);

 private:
  std::string named_;
  std::string path_;       // where it goes, links resolved
  std::string temporary_;  // beside it; empty for what is not a regular file, e.g. /dev/stdout
  int file_ = -1;
};

}  // namespace mpitcheck

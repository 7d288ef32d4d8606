// SPDX-License-Identifier: BSD-3-Clause
// A tiny catalogue in a temporary folder, for tests to damage.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpitcheck::clausegen {

/// Starts out correct: the api of two functions, one ambiguity, one clause in cvar.yaml. The folder
/// goes with the object.
class SampleCatalogue {
 public:
  SampleCatalogue();
  ~SampleCatalogue();
  SampleCatalogue(const SampleCatalogue&) = delete;
  SampleCatalogue& operator=(const SampleCatalogue&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// Replaces `from`, which must occur, by `to` in a file of the folder.
  void replace(const std::string& file, const std::string& from, const std::string& to);
  void write(const std::string& file, const std::string& text);
  std::string read(const std::string& file) const;

  /// Loads and lints; each finding as "file:line: message" without the folder.
  std::vector<std::string> findings() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace mpitcheck::clausegen

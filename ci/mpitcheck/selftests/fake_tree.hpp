// SPDX-License-Identifier: BSD-3-Clause
// A tree whose test program misbehaves, and running mpitcheck on it as a user would.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/process/scratch.hpp"

namespace mpitcheck {

/// What a finished mpitcheck left.
struct Finished {
  int exit_code = -1;
  std::string out, err;
  long most_memory_kib = 0;  ///< of the runner and its children
};

/// An mpitcheck that is running.
struct Started {
  pid_t pid = -1;
  std::filesystem::path out, err;
};

class FakeTree {
 public:
  FakeTree();

  /// The first clause of the catalogue of that level.
  static std::string clause(std::string_view level);

  /// The manifest that write() puts into place; tests change it first.
  nlohmann::json manifest;
  void write() const;

  [[nodiscard]] std::filesystem::path root() const { return scratch_.path() / "tree"; }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const {
    return scratch_.path() / name;
  }

  /// Starts `mpitcheck ARGUMENTS...` in the scratch folder, with its temporary files in
  /// file("tmp").
  [[nodiscard]] Started start(const std::vector<std::string>& arguments) const;
  static Finished finish(const Started& started);
  Finished mpitcheck(const std::vector<std::string>& arguments) const {
    return finish(start(arguments));
  }

  /// The report in file("report.json").
  [[nodiscard]] nlohmann::json report() const;
  /// The entry of a test in report().
  [[nodiscard]] nlohmann::json test(const std::string& name) const;

  /// Processes that still run this tree's test program, wherever they have moved.
  [[nodiscard]] std::vector<pid_t> remaining_processes() const;
  /// Files that runs have left behind.
  [[nodiscard]] std::vector<std::string> remaining_files() const;

 private:
  Scratch scratch_;
};

}  // namespace mpitcheck

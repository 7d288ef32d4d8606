// SPDX-License-Identifier: BSD-3-Clause
// A directory that is gone after use, whatever was put into it.
#pragma once

#include <filesystem>

namespace mpitcheck {

class Scratch {
 public:
  /// Makes an empty directory below $TMPDIR (or /tmp), readable by this user alone. Throws
  /// UserError if it cannot.
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Removes a directory and everything below; links are not followed, missing permissions are given
/// first.
void remove_tree(const std::filesystem::path& path);

}  // namespace mpitcheck

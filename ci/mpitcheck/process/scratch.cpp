// SPDX-License-Identifier: BSD-3-Clause
// Scratch directories.
#include "ci/mpitcheck/process/scratch.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace fs = std::filesystem;

Scratch::Scratch() {
  const char* given = std::getenv("TMPDIR");
  const fs::path parent = given != nullptr && *given != '\0' ? given : "/tmp";
  std::string name = (parent / "mpitcheck-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw UserError(
        fmt::format("cannot make a scratch directory in '{}' ({}): point TMPDIR elsewhere",
                    parent.string(), std::strerror(errno)));
  }
  path_ = fs::absolute(name);
}

Scratch::~Scratch() { remove_tree(path_); }

void remove_tree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return;
  fs::permissions(path, fs::perms::owner_all, fs::perm_options::add, error);
  for (fs::recursive_directory_iterator item(path, error), last; !error && item != last;) {
    std::error_code ignored;
    if (item->symlink_status(ignored).type() == fs::file_type::directory) {
      fs::permissions(item->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
    item.increment(error);
  }
  fs::remove_all(path, error);
}

}  // namespace mpitcheck

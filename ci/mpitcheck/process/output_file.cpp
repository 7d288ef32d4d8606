// SPDX-License-Identifier: BSD-3-Clause
// Writing by a temporary file and a rename.
#include "ci/mpitcheck/process/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const std::string& path, const char* why) {
  throw UserError(fmt::format("cannot write '{}' ({}): name a file in an existing, writable folder",
                              path, why));
}

mode_t file_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : named_(path) {
  std::error_code error;
  path_ = fs::weakly_canonical(path, error).string();
  if (path_.empty()) path_ = path;
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) refuse(path, "it is a folder");
  if (fs::exists(status) && ::access(path_.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    temporary_ = path_ + ".XXXXXX";
    file_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  }
  if (file_ < 0) {
    const int why = errno;
    temporary_.clear();
    refuse(path, std::strerror(why));
  }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : named_(std::move(other.named_)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)) {}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit(std::string_view content) {
  bool ok = true;
  while (ok && !content.empty()) {
    const ssize_t written = ::write(file_, content.data(), content.size());
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
    ok = written > 0 || (written < 0 && errno == EINTR);
  }
  if (ok && !temporary_.empty()) {
    ok = ::fchmod(file_, file_mode()) == 0 && ::rename(temporary_.c_str(), path_.c_str()) == 0;
    if (ok) temporary_.clear();
  }
  if (!ok) {
    throw UserError(fmt::format("writing '{}' failed: {}", named_, std::strerror(errno)),
                    exit_own_error);
  }
}

}  // namespace mpitcheck

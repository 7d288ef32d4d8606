// SPDX-License-Identifier: BSD-3-Clause
// Writes result records.
#include "conformance/harness/facts/results.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

ResultFile::ResultFile(const std::string& directory, int rank, std::string nonce)
    : path_(join(directory, "/", rank, ".jsonl")), nonce_(std::move(nonce)) {}

bool ResultFile::write(RecordKind kind, nlohmann::json fields) const {
  if (!is_open() || is_silent_) return true;
  fields["record"] = name(kind);
  fields["nonce"] = nonce_;
  // Texts come from the target: bytes that are not UTF-8 become U+FFFD.
  const std::string line =
      fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return false;
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t n = ::write(file, line.data() + written, line.size() - written);
    if (n <= 0) break;
    written += static_cast<std::size_t>(n);
  }
  ::close(file);
  return written == line.size();
}

}  // namespace mpitcheck

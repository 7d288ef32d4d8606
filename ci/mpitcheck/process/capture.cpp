// SPDX-License-Identifier: BSD-3-Clause
// Head and tail of an output.
#include "ci/mpitcheck/process/capture.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace mpitcheck {

void Capture::add(std::string_view bytes) {
  const std::size_t room = std::min(bytes.size(), half_ - head_.size());
  head_ += bytes.substr(0, room);
  bytes.remove_prefix(room);
  if (bytes.size() > half_) {
    dropped_ += bytes.size() - half_;
    bytes.remove_prefix(bytes.size() - half_);
  }
  tail_ += bytes;
  if (tail_.size() <= 2 * half_) return;
  const std::size_t excess = tail_.size() - half_;
  tail_.erase(0, excess);
  dropped_ += excess;
}

std::uint64_t Capture::lost() const {
  return dropped_ + (tail_.size() > half_ ? tail_.size() - half_ : 0);
}

std::string Capture::text() const {
  if (lost() == 0) return head_ + tail_;
  const std::size_t kept = std::min(tail_.size(), half_);
  return fmt::format("{}\n[... {} bytes left out ...]\n{}", head_, lost(),
                     tail_.substr(tail_.size() - kept));
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Builds layouts, and moves bytes according to them.
#include "reference/runtime/objects/layout.hpp"

#include <algorithm>
#include <cstring>

namespace mpit::runtime {

Layout::Layout(std::size_t bytes, std::size_t alignment)
    : size_(bytes),
      alignment_(alignment),
      upper_(static_cast<std::ptrdiff_t>(bytes)),
      true_upper_(upper_),
      any_(true) {
  if (bytes > 0) runs_ = {{0, bytes}};
}

void Layout::add(const Layout& part, std::ptrdiff_t offset, std::size_t count) {
  if (count == 0) return;
  extend(part, offset, offset + static_cast<std::ptrdiff_t>(count - 1) * part.extent());
  if (part.is_dense()) {
    add_run(offset, part.size_ * count);
  } else {
    for (; count != 0; --count, offset += part.extent()) {
      for (const Run& run : part.runs_) add_run(offset + run.offset, run.bytes);
    }
  }
  note_density();
}

void Layout::note_density() {
  const bool one_run = size_ == 0 || (runs_.size() == 1 && runs_[0].offset == 0);
  dense_ = one_run && extent() == static_cast<std::ptrdiff_t>(size_);
}

void Layout::add_run(std::ptrdiff_t offset, std::size_t bytes) {
  if (bytes == 0) return;
  if (size_ == 0) {
    true_lower_ = offset;
    true_upper_ = offset;
  }
  size_ += bytes;
  true_lower_ = std::min(true_lower_, offset);
  true_upper_ = std::max(true_upper_, offset + static_cast<std::ptrdiff_t>(bytes));
  if (!runs_.empty() &&
      runs_.back().offset + static_cast<std::ptrdiff_t>(runs_.back().bytes) == offset) {
    runs_.back().bytes += bytes;
  } else {
    runs_.push_back({offset, bytes});
  }
}

// Explicit bounds of a part take precedence over bounds that result from positions.
void Layout::extend(const Layout& part, std::ptrdiff_t offset, std::ptrdiff_t last) {
  alignment_ = std::max(alignment_, part.alignment_);
  if (explicit_ && !part.explicit_) return;
  const bool replaces = !any_ || (part.explicit_ && !explicit_);
  const std::ptrdiff_t lower = std::min(offset, last) + part.lower_;
  const std::ptrdiff_t upper = std::max(offset, last) + part.upper_;
  lower_ = replaces ? lower : std::min(lower_, lower);
  upper_ = replaces ? upper : std::max(upper_, upper);
  any_ = true;
  explicit_ = part.explicit_;
}

void Layout::pad() {
  if (explicit_) return;
  const auto unit = static_cast<std::ptrdiff_t>(alignment_);
  upper_ = lower_ + (extent() + unit - 1) / unit * unit;
  note_density();
}

void Layout::resize(std::ptrdiff_t lower, std::ptrdiff_t extent) {
  lower_ = lower;
  upper_ = lower + extent;
  explicit_ = true;
  note_density();
}

void Layout::pack(const void* from, std::size_t count, std::byte* to) const {
  const auto* element = static_cast<const std::byte*>(from);
  for (; count != 0; --count, element += extent()) {
    for (const Run& run : runs_) {
      std::memcpy(to, element + run.offset, run.bytes);
      to += run.bytes;
    }
  }
}

void Layout::unpack(const std::byte* from, std::size_t bytes, void* to) const {
  auto* element = static_cast<std::byte*>(to);
  for (; bytes != 0 && size_ != 0; element += extent()) {
    for (const Run& run : runs_) {
      const std::size_t part = std::min(run.bytes, bytes);
      std::memcpy(element + run.offset, from, part);
      from += part;
      bytes -= part;
      if (bytes == 0) return;
    }
  }
}

}  // namespace mpit::runtime

// SPDX-License-Identifier: BSD-3-Clause
// The layout of a datatype's bytes.
#pragma once

#include <cstddef>
#include <vector>

namespace mpit::runtime {

/// The type map of a datatype (MPI-5.0 section 5.1): runs of bytes in the order of sending. Runs
/// that are adjacent in memory and in that order are merged.
class Layout {
 public:
  /// The layout of no bytes.
  Layout() = default;
  /// A basic type of `bytes` bytes.
  explicit Layout(std::size_t bytes) : Layout(bytes, bytes) {}
  Layout(std::size_t bytes, std::size_t alignment);

  /// Appends `count` adjacent elements of `part`, the first of them `offset` bytes after the start.
  void add(const Layout& part, std::ptrdiff_t offset, std::size_t count = 1);
  /// Rounds the extent up to the strictest alignment of the parts, unless bounds were set.
  void pad();
  /// Sets the bounds.
  void resize(std::ptrdiff_t lower, std::ptrdiff_t extent);

  // In bytes, as defined in MPI-5.0 section 5.1.
  std::size_t size() const { return size_; }
  std::ptrdiff_t lower() const { return lower_; }
  std::ptrdiff_t extent() const { return upper_ - lower_; }
  std::ptrdiff_t true_lower() const { return true_lower_; }
  std::ptrdiff_t true_extent() const { return true_upper_ - true_lower_; }

  /// Whether the memory of elements is exactly what is sent.
  bool is_dense() const { return dense_; }

  /// Calls `take(offset, bytes)` for each run of `count` elements, in the order of sending.
  template <class Take>
  void each_run(std::size_t count, Take take) const {
    if (dense_) {
      if (size_ * count > 0) take(std::ptrdiff_t{0}, size_ * count);
      return;
    }
    for (std::ptrdiff_t start = 0; count != 0; --count, start += extent()) {
      for (const Run& run : runs_) take(start + run.offset, run.bytes);
    }
  }

  /// Copies `count` elements, the first at `from`, to adjacent bytes.
  void pack(const void* from, std::size_t count, std::byte* to) const;
  /// The reverse, for the first `bytes` bytes of elements.
  void unpack(const std::byte* from, std::size_t bytes, void* to) const;

 private:
  struct Run {
    std::ptrdiff_t offset;
    std::size_t bytes;
  };
  void add_run(std::ptrdiff_t offset, std::size_t bytes);
  void extend(const Layout& part, std::ptrdiff_t offset, std::ptrdiff_t last);
  void note_density();

  std::vector<Run> runs_;
  std::size_t size_ = 0;
  std::size_t alignment_ = 1;
  std::ptrdiff_t lower_ = 0;
  std::ptrdiff_t upper_ = 0;
  std::ptrdiff_t true_lower_ = 0;
  std::ptrdiff_t true_upper_ = 0;
  bool any_ = false;       // has parts, which may have no bytes
  bool explicit_ = false;  // bounds were set, here or in a part: other parts do not change them
  bool dense_ = true;
};

}  // namespace mpit::runtime

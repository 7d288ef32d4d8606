// SPDX-License-Identifier: BSD-3-Clause
// The published design of watermarks, for comparison: an update walks over every handle.
#pragma once

#include <cstdint>
#include <list>

namespace mpitcheck::bench {

/// A high watermark as MPICH's page on MPI_T describes it; written from that description. The
/// variable keeps a list of its handles, and each update compares with the mark of each.
class ListWalkingHighWatermark {
 public:
  /// Adds a started handle whose mark is `mark`.
  void start_handle(std::uint64_t mark) { handles_.push_back({true, mark}); }
  void update(std::uint64_t level) noexcept;
  /// Whether all marks are at `mark`.
  bool all_show(std::uint64_t mark) const noexcept;

 private:
  struct Handle {
    bool started;
    std::uint64_t mark;
  };

  std::uint64_t level_ = 0;
  std::list<Handle> handles_;
};

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// Published designs of sums and watermarks, for comparison; written from their descriptions.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>

namespace mpitcheck::bench {

/// Counters and aggregates as MPICH's page on MPI_T describes them: one plain variable, which a
/// lock of the library guards if there are threads. A handle keeps what it accumulated in earlier
/// stretches, and the variable's value at the start of the current one.
class AccumulateOffsetSum {
 public:
  struct Handle {
    std::uint64_t accumulated = 0;
    std::uint64_t offset = 0;
    bool started = false;
  };

  void add(std::uint64_t amount) noexcept { value_ += amount; }
  void start(Handle& handle) const noexcept {
    handle.offset = value_;
    handle.started = true;
  }
  std::uint64_t read(const Handle& handle) const noexcept {
    return handle.accumulated + (handle.started ? value_ - handle.offset : 0);
  }

 private:
  std::uint64_t value_ = 0;
};

/// Open MPI's software performance counters. A flag shows whether a tool attached the counter. If
/// so, it is incremented atomically.
class FlagAndAtomicSum {
 public:
  void attach(bool attached) noexcept { attached_ = attached; }
  void add(std::uint64_t amount) noexcept {
    if (attached_) [[unlikely]]
      value_.fetch_add(amount, std::memory_order_relaxed);
  }
  std::uint64_t read() const noexcept { return value_; }

 private:
  bool attached_ = false;
  std::atomic<std::uint64_t> value_{0};
};

/// Combining adders: each thread has its own cell, found through a thread-local pointer. No other
/// thread writes it. Readers combine the cells. Here a program has one adder, which saves the
/// look-up that several adders need.
class CombiningSum {
 public:
  static void add(std::uint64_t amount) noexcept {
    if (mine == nullptr) [[unlikely]]
      mine = &new_cell();
    mine->value.store(mine->value.load(std::memory_order_relaxed) + amount,
                      std::memory_order_relaxed);
  }
  static std::uint64_t read();

 private:
  struct alignas(128) Cell {
    std::atomic<std::uint64_t> value{0};
  };
  static std::list<Cell>& cells();
  static Cell& new_cell();

  static inline thread_local Cell* mine = nullptr;
};

/// A high watermark as MPICH's page on MPI_T describes it; written from that description. The
/// variable keeps a list of its handles, and each update compares with the mark of each.
class ListWalkingHighWatermark {
 public:
  /// Adds a started handle whose mark is `mark`.
  void start_handle(std::uint64_t mark) { handles_.push_back({true, mark}); }
  void update(std::uint64_t level) noexcept;
  /// Whether all handles have the mark `mark`.
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

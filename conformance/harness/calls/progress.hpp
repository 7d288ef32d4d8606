// SPDX-License-Identifier: BSD-3-Clause
// The progress page of the process: what the test examines, and whether it gets on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {

/// One per process. After map_page() its page is in a shared mapping of `<rank>.progress`, so that
/// the runner can read it after a crash. Not thread-safe except step().
class Progress {
 public:
  static Progress& instance();

  /// Moves the page into a shared mapping of `path`; false (and the page stays private) on failure.
  /// `is_there`: the file exists and belongs to the process that this one replays.
  bool map_page(const std::string& path, bool is_there = false);

  /// The page, which forked children share. Its address changes with map_page().
  [[nodiscard]] protocol::ProgressPage& page() { return *page_; }

  /// Set the phase and the clause under examination.
  void phase(std::string_view name) { page_->phase.set(name); }
  void clause(std::string_view id) { page_->clause.set(id); }
  [[nodiscard]] std::string phase() const { return std::string(page_->phase.view()); }

  /// Names clause number `place` of the test, and sets its counts. Clauses beyond the page's room
  /// are dropped.
  void name_tally(std::size_t place, std::string_view clause);
  void tally(std::size_t place, std::uint64_t examined, std::uint64_t offenders);

  /// Shows a watcher that unrecorded work makes progress. Callable from any thread.
  void step() { __atomic_fetch_add(&page_->steps, 1, __ATOMIC_RELAXED); }

  /// A number that changes with each call of this process and its forked children, and with step().
  [[nodiscard]] std::uint64_t moves() const;

 private:
  Progress();

  protocol::ProgressPage* page_;
};

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Tells on stderr how a run goes: one live line on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

class Progress {
 public:
  /// `total` tests are to run. Shows nothing if `quiet`.
  explicit Progress(std::size_t total, bool quiet = false);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void finished(const TestResult& test);
  /// Tests that have not finished.
  [[nodiscard]] std::size_t left() const { return total_ - done_; }
  /// Refreshes the live line.
  void tick();
  /// Ends the live line; nothing is shown afterwards.
  void end();

 private:
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t broken_ = 0;
  std::size_t tenths_ = 0;
  bool quiet_;
  bool live_;
  bool ended_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();

  [[nodiscard]] std::string state() const;
  void erase() const;
};

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The machine: what it is, who else uses it, and binding to one core.
#pragma once

#include <optional>
#include <string>

#include "ci/mpitcheck/bench/bench_model.hpp"

#include <sched.h>

namespace mpitcheck::bench {

/// Processor and load, before anything is measured.
Machine describe_machine();

/// How the cores' time was spent between its making and usage().
class UsageMeter {
 public:
  UsageMeter();
  /// Sets machine.others and machine.stolen; leaves them where /proc/stat cannot be read.
  void usage(Machine& machine) const;

 private:
  struct Times {
    double busy = 0, stolen = 0, all = 0, own = 0;  // seconds
  };
  static Times now();
  Times begin_;
};

/// Binds this process, and what it starts meanwhile, to the last core that it may use.
class Pinned {
 public:
  /// With `wanted` false, or on a single core, or where it is not allowed, nothing happens.
  explicit Pinned(bool wanted);
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  /// The core; nothing if not bound.
  [[nodiscard]] std::optional<int> core() const { return core_; }

 private:
  cpu_set_t before_{};
  std::optional<int> core_;
};

/// Judges whether the figures can tell small differences.
Noise judge_noise(const BenchReport& report);

}  // namespace mpitcheck::bench

// SPDX-License-Identifier: BSD-3-Clause
// Distinguishes slow processes from stuck ones: the counters of their progress pages change.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {

/// Compares the pages of a test's ranks at two times.
class ProgressWatch {
 public:
  /// `pages` are paths of files that the ranks create, now or later. The list must outlive this
  /// object.
  explicit ProgressWatch(const std::vector<std::string>& pages) : pages_(pages) {}

  /// Reads the counters.
  void begin();
  /// Sets `ending.movement` by the changes since begin().
  void end(Ending& ending) const;

 private:
  using Counters = std::vector<std::optional<std::uint64_t>>;

  [[nodiscard]] Counters read() const;

  const std::vector<std::string>& pages_;
  Counters before_;
};

/// Those of `processes` that run one of the programs (absolute paths), or all if none does. Sorted.
std::vector<pid_t> of_programs(std::vector<pid_t> processes,
                               const std::vector<std::string>& programs);

}  // namespace mpitcheck

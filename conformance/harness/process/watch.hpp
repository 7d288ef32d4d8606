// SPDX-License-Identifier: BSD-3-Clause
// Distinguishes slow from stuck: whether the counters of progress pages change.
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
  /// `pages` are files that the ranks create, now or later.
  explicit ProgressWatch(const std::vector<std::string>& pages) : pages_(pages) {}

  void begin();
  /// Fills in the changes since begin().
  void end(Ending& ending) const;

 private:
  using Counters = std::vector<std::optional<std::uint64_t>>;

  [[nodiscard]] Counters read() const;

  const std::vector<std::string>& pages_;
  Counters before_;
};

/// The `processes` that run one of these programs, or all of them if none does. In rising order.
std::vector<pid_t> of_programs(std::vector<pid_t> processes,
                               const std::vector<std::string>& programs);

}  // namespace mpitcheck

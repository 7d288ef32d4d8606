// SPDX-License-Identifier: BSD-3-Clause
// Samples the demand of processes and adds up the time that they got.
#include "conformance/harness/process/given_time.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "conformance/harness/process/process_table.hpp"

namespace mpitcheck {

void GivenTime::look(const std::vector<pid_t>& processes) {
  // After a longer pause, e.g. of a virtual machine, it is unknown what the processes did.
  constexpr std::chrono::duration<double> most_between_looks{2};
  const Clock::time_point now = Clock::now();
  const double passed =
      std::min<std::chrono::duration<double>>(now - last_, most_between_looks).count();
  last_ = now;
  bool is_wanting = false;
  // Only the busiest process counts: if processes take turns, the others waited for it.
  std::uint64_t most = 0;
  std::unordered_map<pid_t, std::uint64_t> used;
  for (const pid_t process : processes) {
    const Demand demand = demand_of(process);
    is_wanting = is_wanting || demand.wants_more;
    const auto before = used_.find(process);
    const std::uint64_t known = before == used_.end() ? 0 : before->second;
    most = std::max(most, demand.used - std::min(known, demand.used));
    used[process] = demand.used;
  }
  used_ = std::move(used);
  const double given = static_cast<double>(most) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  seconds_ += is_wanting ? std::min(given, passed) : passed;
}

double crowding() {
  double running = 0;
  if (std::FILE* const file = std::fopen("/proc/loadavg", "re")) {
    if (std::fscanf(file, "%*f %*f %*f %lf/", &running) != 1) running = 0;
    std::fclose(file);
  }
  const auto processors = static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN));
  return std::clamp(running / std::max(processors, 1.0), 1.0, most_crowded);
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// perf_event_open, without a library around it.
#include "common/instructions.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace mpitcheck::bench {

namespace {

// A stopped counter, or -1 and errno.
int open_counter() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

Instructions::Instructions() : file_(open_counter()) {
  if (file_ >= 0) ::ioctl(file_, PERF_EVENT_IOC_ENABLE, 0);
}

void Instructions::tell(benchmark::State& state) const {
  if (file_ < 0) return;
  ::ioctl(file_, PERF_EVENT_IOC_DISABLE, 0);
  std::uint64_t count = 0;
  if (::read(file_, &count, sizeof count) == sizeof count) {
    state.counters["instructions"] =
        benchmark::Counter(static_cast<double>(count), benchmark::Counter::kAvgIterations);
  }
  ::close(file_);
}

std::string Instructions::availability() {
  const int file = open_counter();
  if (file < 0) return std::string("not counted: ") + std::strerror(errno);
  ::close(file);
  return "counted";
}

}  // namespace mpitcheck::bench

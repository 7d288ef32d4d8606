// SPDX-License-Identifier: BSD-3-Clause
// The runner's end of a supervisor: its pipes, its process, and requests to it.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <utility>

#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {
namespace {

/// A pipe whose ends are closed with this object, except the taken one.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_, O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  [[nodiscard]] int writing() const { return ends_[1]; }
  int take_reading() {
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    return std::exchange(ends_[0], -1);
  }

 private:
  int ends_[2]{-1, -1};
};

}  // namespace

Supervised start_supervised(const Command& command, const Limits& limits, bool errors_apart) {
  Pipe output, ending;
  // A larger pipe, so that children with much output block less. It may exceed pipe-max-size.
  ::fcntl(output.writing(), F_SETPIPE_SZ, 1 << 20);
  std::optional<Pipe> errors, stacks;
  if (errors_apart) errors.emplace();
  if (!limits.progress_pages.empty()) stacks.emplace();
  const Outlets outlets{output.writing(), errors ? errors->writing() : output.writing(),
                        ending.writing(), stacks ? stacks->writing() : -1};
  const pid_t runner = ::getpid();
  const pid_t supervisor = ::fork();
  if (supervisor < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (supervisor == 0) supervise(command, limits, runner, outlets);
  return {supervisor, output.take_reading(), errors ? errors->take_reading() : -1,
          stacks ? stacks->take_reading() : -1, ending.take_reading()};
}

void end_gently(pid_t supervisor) { ::kill(supervisor, gentle_signal); }

void end_at_once(pid_t supervisor) { ::kill(supervisor, at_once_signal); }

}  // namespace mpitcheck

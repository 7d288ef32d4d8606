// SPDX-License-Identifier: BSD-3-Clause
// Reads counters and programs of untrusted processes.
#include "conformance/harness/process/watch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {
namespace {

using protocol::ProgressPage;

/// Both counters of a page as one number; nothing if there is no page.
std::optional<std::uint64_t> counters(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::uint32_t pair[2]{};
  static_assert(offsetof(ProgressPage, steps) == offsetof(ProgressPage, calls) + sizeof pair[0]);
  struct stat status {};
  const bool whole = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                     ::pread(file, pair, sizeof pair, offsetof(ProgressPage, calls)) ==
                         static_cast<ssize_t>(sizeof pair);
  ::close(file);
  if (!whole) return std::nullopt;
  return std::uint64_t{pair[0]} << 32U | pair[1];
}

bool runs_one_of(pid_t process, const std::vector<std::string>& programs) {
  struct stat own {};
  const std::string link = "/proc/" + std::to_string(process) + "/exe";
  if (::stat(link.c_str(), &own) != 0) return false;
  return std::ranges::any_of(programs, [&](const std::string& program) {
    struct stat other {};
    return program.starts_with("/") && ::stat(program.c_str(), &other) == 0 &&
           own.st_dev == other.st_dev && own.st_ino == other.st_ino;
  });
}

}  // namespace

ProgressWatch::Counters ProgressWatch::read() const {
  Counters counted;
  for (const std::string& page : pages_) counted.push_back(counters(page));
  return counted;
}

void ProgressWatch::begin() { before_ = read(); }

void ProgressWatch::end(Ending& ending) const {
  const Counters after = read();
  for (std::size_t i = 0; i < std::min(after.size(), most_ranks_watched); ++i) {
    if (!after[i]) continue;
    ending.movement[i] = after[i] == before_[i] ? Movement::none : Movement::some;
  }
}

std::vector<pid_t> of_programs(std::vector<pid_t> processes,
                               const std::vector<std::string>& programs) {
  std::ranges::sort(processes);
  std::vector<pid_t> running;
  std::ranges::copy_if(processes, std::back_inserter(running),
                       [&](pid_t process) { return runs_one_of(process, programs); });
  return running.empty() ? processes : running;
}

}  // namespace mpitcheck

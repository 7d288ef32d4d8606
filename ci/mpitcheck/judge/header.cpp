// SPDX-License-Identifier: BSD-3-Clause
// Facts about this run, without host names.
#include "ci/mpitcheck/judge/header.hpp"

#include <fmt/core.h>
#include <sys/utsname.h>

#include <thread>

#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {

Header make_header(const std::vector<std::string>& command) {
  Header header;
  header.version = MPITCHECK_VERSION;
  header.started = timestamp();
  header.command = command;
  utsname system{};
  if (::uname(&system) == 0) {
    header.system = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  }
  header.cores = std::thread::hardware_concurrency();
  return header;
}

}  // namespace mpitcheck

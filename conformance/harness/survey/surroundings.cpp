// SPDX-License-Identifier: BSD-3-Clause
// Asks the kernel and the loader, and looks for <pthread.h> in mpi.h's folder.
#include "conformance/harness/survey/surroundings.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <csignal>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"
#include "reference/support/signal_name.hpp"

namespace mpitcheck {

namespace {

constexpr bool has_own_threads_header =
#if defined(pthread_create) || defined(pthread_mutex_lock) || defined(pthread_self)
    true;
#else
    false;
#endif

std::size_t threads_here() {
  std::error_code refused;
  std::size_t threads = 0;
  for (std::filesystem::directory_iterator it("/proc/self/task", refused), end;
       !refused && it != end; it.increment(refused)) {
    ++threads;
  }
  return threads;
}

std::vector<std::string> signals_handled() {
  std::vector<std::string> handled;
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction present {};
    if (::sigaction(number, nullptr, &present) != 0) continue;
    if (present.sa_handler != SIG_DFL && present.sa_handler != SIG_IGN) {
      handled.push_back(mpit::signal_name(number));
    }
  }
  return handled;
}

// The library that the loader found for the function; nothing if it is the system's.
std::string library_of(const char* function) {
  Dl_info info{};
  void* const place = ::dlsym(RTLD_DEFAULT, function);
  if (place == nullptr || ::dladdr(place, &info) == 0 || info.dli_fname == nullptr) return "";
  const std::string name = std::filesystem::path(info.dli_fname).filename();
  for (const std::string_view systems : {"libc.", "libc-", "libpthread", "libtsan", "libasan"}) {
    if (name.starts_with(systems)) return "";
  }
  return name;
}

std::string scheduler() {
  if (has_own_threads_header) return "a <pthread.h> beside mpi.h";
  for (const char* function : {"pthread_create", "pthread_mutex_lock", "sched_yield"}) {
    const std::string library = library_of(function);
    if (!library.empty()) return join(function, " in ", library);
  }
  return "";
}

}  // namespace

Surroundings surroundings() { return {threads_here(), signals_handled(), scheduler()}; }

}  // namespace mpitcheck

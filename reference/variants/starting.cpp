// SPDX-License-Identifier: BSD-3-Clause
// Requirements and effects of MPI_Init: pages that forked processes lack, a lock that is held
// during fork, a required launcher, and a slow first start.
#include "reference/variants/starting.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>

namespace mpit {
namespace {

using namespace std::chrono_literals;

// Sets whether forked processes inherit the engine, as libibverbs does for registered memory. The
// engine has pages of its own (runtime/library.cpp).
void advise_pages(Engine& engine, int advice) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(&engine) & ~(page - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(&engine + 1);
  ::madvise(reinterpret_cast<void*>(begin), (end - begin + page - 1) & ~(page - 1), advice);
}

// Starts a thread that holds the engine's lock most of the time, also during a fork.
void make_progress(Engine& engine) {
  std::thread([&engine] {
    for (;;) {
      engine.while_locked([] { std::this_thread::sleep_for(300us); });
      std::this_thread::sleep_for(20us);
    }
  }).detach();
}

void require_launcher() {
  if (std::getenv("MPIT_RANK") != nullptr) return;
  std::fputs("mpitcheck reference: MPI_Init: not started by mpiexec\n", stderr);
  ::_exit(1);
}

// Emulates caches of files and licences: the first start within a minute takes `time`, and starts
// at the same time wait for it.
void warm_up(std::chrono::seconds time) {
  constexpr int stays_warm = 60;  // seconds
  const std::string path = "/dev/shm/mpit-warm-" + std::to_string(::getuid());
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  ::flock(file, LOCK_EX);
  struct stat is {};
  ::fstat(file, &is);
  if (is.st_size == 0 || std::time(nullptr) - is.st_mtime > stays_warm) {
    std::this_thread::sleep_for(time);
  }
  [[maybe_unused]] const auto written = ::pwrite(file, "w", 1, 0);
  ::close(file);
}

}  // namespace

void add_start_effects(const Variant& variant, Engine& engine) {
  if (variant.launcher_only) require_launcher();
  if (variant.first_start_seconds != 0) warm_up(std::chrono::seconds(variant.first_start_seconds));
  if (variant.unforkable_pages) advise_pages(engine, MADV_DONTFORK);
  if (variant.progress_lock) make_progress(engine);
}

void remove_start_effects(const Variant& variant, Engine& engine) {
  if (variant.unforkable_pages) advise_pages(engine, MADV_DOFORK);
}

}  // namespace mpit

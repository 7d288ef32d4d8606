// SPDX-License-Identifier: BSD-3-Clause
// The mapping of the progress page.
#include "conformance/harness/calls/progress.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>

namespace mpitcheck {

using protocol::ProgressPage;

namespace {

// Forked children share the page even without a result directory.
ProgressPage* anonymous_page() {
  void* memory = ::mmap(nullptr, sizeof(ProgressPage), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<ProgressPage*>(memory);
}

}  // namespace

Progress& Progress::instance() {
  static Progress progress;
  return progress;
}

Progress::Progress() : page_(anonymous_page()) {
  std::memcpy(page_->magic, protocol::progress_magic.data(), sizeof page_->magic);
}

bool Progress::map_page(const std::string& path, bool is_there) {
  const int file =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (is_there ? 0 : O_TRUNC), 0644);
  if (file < 0) return false;
  void* memory = MAP_FAILED;
  if (::ftruncate(file, sizeof(ProgressPage)) == 0) {
    memory = ::mmap(nullptr, sizeof(ProgressPage), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  ::close(file);
  if (memory == MAP_FAILED) return false;
  if (!is_there) std::memcpy(memory, page_, sizeof(ProgressPage));
  ::munmap(page_, sizeof(ProgressPage));
  page_ = static_cast<ProgressPage*>(memory);
  return true;
}

void Progress::name_tally(std::size_t place, std::string_view clause) {
  if (place < protocol::page_tallies) page_->tallies[place].clause.set(clause);
}

void Progress::tally(std::size_t place, std::uint64_t examined, std::uint64_t offenders) {
  if (place >= protocol::page_tallies) return;
  protocol::PageTally& tally = page_->tallies[place];
  tally.examined = examined;
  tally.offenders = offenders;
}

std::uint64_t Progress::moves() const {
  const std::uint64_t begun = __atomic_load_n(&page_->calls, __ATOMIC_RELAXED);
  const std::uint64_t steps = __atomic_load_n(&page_->steps, __ATOMIC_RELAXED);
  return (begun << 33U) + (steps << 1U) + __atomic_load_n(&page_->in_call, __ATOMIC_RELAXED);
}

}  // namespace mpitcheck

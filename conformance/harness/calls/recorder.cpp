// SPDX-License-Identifier: BSD-3-Clause
// The recorder and its progress page.
#include "conformance/harness/calls/recorder.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

using protocol::ProgressPage;
using protocol::ring_entries;

namespace {

// Forked children share the page even without a result directory.
ProgressPage* anonymous_page() {
  void* memory = ::mmap(nullptr, sizeof(ProgressPage), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<ProgressPage*>(memory);
}

bool is_stray(std::string_view function, int code) {
  if (code == MPI_SUCCESS || is_constant("return_code", code)) return false;
  return function.starts_with("MPI_T_") || function.starts_with("PMPI_T_");
}

}  // namespace

Recorder& Recorder::instance() {
  static Recorder recorder;
  return recorder;
}

Recorder::Recorder() : page_(anonymous_page()) {
  std::memcpy(page_->magic, protocol::progress_magic.data(), sizeof page_->magic);
}

bool Recorder::map_page(const std::string& path, bool is_there) {
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

void Recorder::name_tally(std::size_t place, std::string_view clause) {
  if (place < protocol::page_tallies) page_->tallies[place].clause.set(clause);
}

void Recorder::tally(std::size_t place, std::uint64_t examined, std::uint64_t offenders) {
  if (place >= protocol::page_tallies) return;
  protocol::PageTally& tally = page_->tallies[place];
  tally.examined = examined;
  tally.offenders = offenders;
}

// The page may still have the call in which a forked child ended. depth_ counts only the calls in
// progress in this process.
void Recorder::call_begins(const std::string& text) {
  if (depth_++ > 0) outer_.emplace_back(page_->call.view());
  page_->call.set(text);
  page_->calls += 1;
  page_->in_call = 1;
}

void Recorder::call_ends(std::string_view function, const std::string& text, int code,
                         bool is_answered) {
  leave_call();
  const std::size_t place = (page_->calls - 1) % ring_entries;
  page_->ring[place].set(join(text, " = ", code_name(code)));
  page_->codes[place] = code;
  adopt_code(function, code, is_answered);
}

void Recorder::leave_call() {
  page_->in_call = 0;
  if (depth_ > 0) --depth_;
  if (outer_.empty()) return;
  page_->call.set(outer_.back());
  page_->in_call = 1;
  outer_.pop_back();
}

void Recorder::call_is_lost() {
  if (page_->in_call == 0 || depth_ > 0) return;
  page_->in_call = 0;
  page_->ring[(page_->calls - 1) % ring_entries].set(join(page_->call.view(), " = (no return)"));
}

void Recorder::adopt_code(std::string_view function, int code, bool is_answered) {
  auto known = codes_.find(function);
  if (known == codes_.end()) known = codes_.emplace(function, std::set<int>{}).first;
  if (known->second.insert(code).second) ++codes_known_;
  if (on_stray_code_ && is_stray(function, code)) on_stray_code_(function, code, is_answered);
}

void Recorder::passage_ends(const std::string& text) {
  leave_call();
  page_->ring[(page_->calls - 1) % ring_entries].set(text);
}

std::string Recorder::last_function() const { return function_of(page_->call.view()); }

std::string Recorder::last_function_with(std::string_view code) const {
  const std::size_t held = std::min<std::size_t>(page_->calls, ring_entries);
  for (std::size_t back = 1; back <= held; ++back) {
    const std::size_t place = (page_->calls - back) % ring_entries;
    if (code_name(page_->codes[place]) == code) return function_of(page_->ring[place].view());
  }
  return last_function();
}

void Recorder::step() { __atomic_fetch_add(&page_->steps, 1, __ATOMIC_RELAXED); }

std::uint64_t Recorder::moves() const {
  const std::uint64_t begun = __atomic_load_n(&page_->calls, __ATOMIC_RELAXED);
  const std::uint64_t steps = __atomic_load_n(&page_->steps, __ATOMIC_RELAXED);
  return (begun << 33U) + (steps << 1U) + __atomic_load_n(&page_->in_call, __ATOMIC_RELAXED);
}

std::vector<std::string> Recorder::last_calls(std::size_t most) const {
  const std::size_t held = std::min<std::size_t>({page_->calls, ring_entries, most});
  std::vector<std::string> calls;
  for (std::size_t i = page_->calls - held; i != page_->calls; ++i) {
    calls.emplace_back(page_->ring[i % ring_entries].view());
  }
  return calls;
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Finds the record of a registration and judges its end.
#include "stress/history/callbacks.hpp"

#include <array>
#include <cstdlib>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::stress {

namespace {

struct Range {
  std::atomic<std::uintptr_t> begin{0};  // 0: unused
  std::atomic<std::uintptr_t> end{0};
};

std::array<Range, 16> ranges;

Judgement not_yet() { return Judgement::unclear("free functions that were called by the end"); }

}  // namespace

CallbacksOfRound::CallbacksOfRound(std::size_t size) : all_(std::make_unique<Callbacks[]>(size)) {
  while (ranges[place_].begin != 0) {
    if (++place_ == ranges.size()) std::abort();
  }
  ranges[place_].end = reinterpret_cast<std::uintptr_t>(all_.get() + size);
  ranges[place_].begin = reinterpret_cast<std::uintptr_t>(all_.get());
}

CallbacksOfRound::~CallbacksOfRound() { ranges[place_].begin = 0; }

Callbacks* known_callbacks(const void* user_data) {
  const auto address = reinterpret_cast<std::uintptr_t>(user_data);
  for (const Range& range : ranges) {
    const std::uintptr_t begin = range.begin;
    if (begin == 0 || address < begin || address >= range.end) continue;
    const std::uintptr_t offset = address - begin;
    if (offset % sizeof(Callbacks) != 0) return nullptr;
    return reinterpret_cast<Callbacks*>(begin) + offset / sizeof(Callbacks);
  }
  return nullptr;
}

Judgement check_silence(const Callbacks& callbacks) {
  if (callbacks.freed == 0) return not_yet();
  if (callbacks.after_freed == 0) return Judgement::right();
  return Judgement::wrong("no event after the free function was called",
                          join(callbacks.after_freed.load(), " events"));
}

Judgement check_freed(const Callbacks& callbacks) {
  if (callbacks.freed == 0) return not_yet();
  if (callbacks.freed == 1) return Judgement::right();
  return Judgement::wrong("the free function called once", join(callbacks.freed.load(), " calls"));
}

}  // namespace mpitcheck::stress

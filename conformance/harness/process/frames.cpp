// SPDX-License-Identifier: BSD-3-Clause
// Handlers of the signals for faults. They allocate nothing and lock nothing of ours.
#include "conformance/harness/process/frames.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>

namespace mpitcheck {
namespace {

constexpr int most_frames = 4;   // of the library
constexpr int most_walked = 64;  // of the stack that is walked
constexpr std::size_t longest_frame = sizeof(protocol::PageFrames) / most_frames;

// What a library calls when it fails is none of it.
constexpr std::string_view of_the_system[] = {
    "libc.so", "libc-",       "ld-linux",    "ld-",    "ld64.so", "libgcc_s.",  "libstdc++.",
    "libm.so", "libpthread.", "libpthread-", "libdl.", "librt.",  "linux-vdso."};

std::atomic<protocol::PageFrames*> frames_room = nullptr;
std::atomic<pid_t> owner_of_room = 0;
std::atomic<int> dying_of = 0;

std::string_view name_of_file(const char* path) {
  const char* const slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

bool is_of_library(const Dl_info& place, const void* program) {
  return place.dli_fname != nullptr && place.dli_fbase != program &&
         std::ranges::none_of(of_the_system, [&](std::string_view name) {
           return name_of_file(place.dli_fname).starts_with(name);
         });
}

unsigned long offset_from(const void* from, const void* to) {
  return reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
}

/// `sent`: the signal is no fault of the last instruction.
void note_frames(protocol::PageFrames& out, bool sent) {
  Dl_info ours{};
  ::dladdr(reinterpret_cast<const void*>(&note_frames), &ours);
  std::array<void*, most_walked> stack{};
  const int walked = ::backtrace(stack.data(), most_walked);
  std::array<char, sizeof out> text{};
  std::size_t length = 0;
  for (int at = 0, noted = 0; at < walked && noted < most_frames; ++at) {
    void* const address = stack[static_cast<std::size_t>(at)];
    Dl_info place{};
    // Callers are given by where they go on, which may be behind their end.
    const int back = sent || noted > 0 ? 1 : 0;
    if (::dladdr(static_cast<char*>(address) - back, &place) == 0 ||
        !is_of_library(place, ours.dli_fbase))
      continue;
    std::array<char, 72> symbol{};
    if (place.dli_sname != nullptr) {
      std::snprintf(symbol.data(), symbol.size(), " %.50s+0x%lx", place.dli_sname,
                    offset_from(place.dli_saddr, address));
    }
    std::array<char, longest_frame> line{};
    std::snprintf(line.data(), line.size(), "%.36s+0x%lx%s", name_of_file(place.dli_fname).data(),
                  offset_from(place.dli_fbase, address), symbol.data());
    const std::size_t size = std::strlen(line.data());
    std::memcpy(&text[length], line.data(), size);
    length += size;
    text[length++] = '\n';
    ++noted;
  }
  out.set({text.data(), length});
}

void on_fault(int signal, siginfo_t* info, void*) {
  const bool sent = info->si_code <= 0;
  const int before = dying_of.exchange(signal);
  if (before != 0) {
    std::raise(before);                      // the walk itself failed: the way of death stays
  } else if (::getpid() == owner_of_room) {  // not a copy that the library made
    note_frames(*frames_room, sent);
  }
  // Back where the fault was it comes again, and ends the process; a signal that was sent does not.
  if (sent) std::raise(signal);
}

}  // namespace

void leave_frames_in(protocol::PageFrames& frames) {
  // Loads the unwinder where that may allocate; forked children have it.
  [[maybe_unused]] static const int loaded = [] {
    std::array<void*, 1> frame{};
    return ::backtrace(frame.data(), 1);
  }();
  frames_room = &frames;
  owner_of_room = ::getpid();
  dying_of = 0;
  static std::array<char, 1U << 16U> memory;  // the stack in use may be what is broken
  stack_t stack{};
  if (::sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_DISABLE) != 0) {
    stack = {.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
    ::sigaltstack(&stack, nullptr);
  }
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction present {};
    if (::sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_DFL) {
      ::sigaction(signal, &ours, nullptr);
    }
  }
}

std::vector<std::string> frames_in(std::string_view room) {
  std::vector<std::string> frames;
  std::istringstream lines{std::string(room)};
  for (std::string line; std::getline(lines, line);) frames.push_back(line);
  return frames;
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Handlers of the signals for faults. They do not allocate, and take no lock of the suite.
#include "conformance/harness/process/frames.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "conformance/harness/facts/mpi.hpp"
#include "mpitcheck/records.hpp"

namespace mpitcheck {
namespace {

constexpr int most_frames = 4;   // of the library, innermost first
constexpr int most_walked = 64;  // of the whole stack
// Room for two more lines: the called function of MPI, and a remark on the thread or the stack.
constexpr std::size_t longest_frame = sizeof(protocol::PageFrames) / (most_frames + 2);

// Libraries of the system. The library under test calls them, but their frames do not count as its
// own.
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

/// Collects lines for the page without allocation.
class Lines {
 public:
  explicit Lines(protocol::PageFrames& out) : out_(out) {}
  ~Lines() { out_.set({text_.data(), length_}); }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  void add(std::string_view line) {
    const std::size_t size = std::min(line.size(), longest_frame - 1);
    if (length_ + size >= text_.size()) return;
    std::memcpy(&text_[length_], line.data(), size);
    length_ += size;
    text_[length_++] = '\n';
  }
  void add(const Dl_info& place, const void* address) {
    std::array<char, 72> symbol{};
    if (place.dli_sname != nullptr) {
      std::snprintf(symbol.data(), symbol.size(), " %.50s+0x%lx", place.dli_sname,
                    offset_from(place.dli_saddr, address));
    }
    std::array<char, longest_frame> line{};
    std::snprintf(line.data(), line.size(), "%.36s+0x%lx%s", name_of_file(place.dli_fname).data(),
                  offset_from(place.dli_fbase, address), symbol.data());
    add(line.data());
  }

 private:
  protocol::PageFrames& out_;
  std::array<char, sizeof(protocol::PageFrames)> text_{};
  std::size_t length_ = 0;
};

bool is_of_mpi(const Dl_info& place) {
  return place.dli_sname != nullptr && (std::strncmp(place.dli_sname, "MPI_", 4) == 0 ||
                                        std::strncmp(place.dli_sname, "PMPI_", 5) == 0);
}

/// Whether the library is linked into this program, so that its frames look like the suite's.
bool is_static(const void* program) {
  Dl_info place{};
  const auto* const function = reinterpret_cast<const void*>(&MPI_Initialized);
  return ::dladdr(function, &place) == 0 || place.dli_fbase == program;
}

void note_thread(Lines& lines) {
  if (::syscall(SYS_gettid) == ::getpid()) return;  // glibc 2.28 has no gettid()
  std::array<char, 17> name{};
  ::prctl(PR_GET_NAME, name.data());
  std::array<char, 64> line{};
  std::snprintf(line.data(), line.size(), "(in thread \"%s\", not that of main)", name.data());
  lines.add(line.data());
}

/// `sent`: another process or raise() sent the signal. It is not a fault of an instruction.
void note_frames(protocol::PageFrames& out, bool sent) {
  Dl_info ours{};
  ::dladdr(reinterpret_cast<const void*>(&note_frames), &ours);
  std::array<void*, most_walked> stack{};
  const int walked = ::backtrace(stack.data(), most_walked);
  Lines lines(out);
  Dl_info called{};  // the outermost function of MPI, if it is not among the frames
  const void* called_at = nullptr;
  int found = 0, own = 0;
  for (int at = 0; at < walked; ++at) {
    void* const address = stack[static_cast<std::size_t>(at)];
    Dl_info place{};
    // Outer frames have return addresses, which may be behind the end of the calling function.
    const int back = sent || found > 0 ? 1 : 0;
    if (::dladdr(static_cast<char*>(address) - back, &place) == 0) continue;
    own += place.dli_fbase == ours.dli_fbase ? 1 : 0;
    if (!is_of_library(place, ours.dli_fbase)) continue;
    if (found++ < most_frames) {
      lines.add(place, address);
    } else if (is_of_mpi(place)) {
      called = place;
      called_at = address;
    }
  }
  if (called_at != nullptr) lines.add(called, called_at);
  constexpr int frames_of_the_handler = 2;
  if (found == 0 && own > frames_of_the_handler && !is_static(ours.dli_fbase)) {
    lines.add(no_library_frame);
  }
  note_thread(lines);
}

void on_fault(int signal, siginfo_t* info, void*) {
  const bool sent = info->si_code <= 0;
  const int before = dying_of.exchange(signal);
  if (before != 0) {
    std::raise(before);                      // the walk failed: keep the original signal
  } else if (::getpid() == owner_of_room) {  // not in a copy that the library forked
    note_frames(*frames_room, sent);
  }
  // After the handler a fault recurs and ends the process. A signal that was sent does not.
  if (sent) std::raise(signal);
}

}  // namespace

void leave_frames_in(protocol::PageFrames& frames) {
  // Loads the unwinder now, because that allocates. Forked children inherit it.
  [[maybe_unused]] static const int loaded = [] {
    std::array<void*, 1> frame{};
    return ::backtrace(frame.data(), 1);
  }();
  frames_room = &frames;
  owner_of_room = ::getpid();
  dying_of = 0;
  static std::array<char, 1U << 16U> memory;  // the current stack may be broken
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

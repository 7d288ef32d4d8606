// SPDX-License-Identifier: BSD-3-Clause
// The interface between a test process and the runner: the progress page, record names and exit
// codes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mpitcheck::protocol {

/// The first bytes of a progress page.
inline constexpr std::string_view progress_magic = "MPITCHK1";
inline constexpr std::size_t ring_entries = 32;

/// A NUL-terminated text of bounded length; longer texts are cut. The runner must treat it as
/// untrusted bytes: the MPI under test shares the process that writes it.
template <std::size_t Size>
struct PageText {
  std::array<char, Size> bytes;

  void set(std::string_view text) {
    const std::size_t length = text.size() < Size ? text.size() : Size - 1;
    text.copy(bytes.data(), length);
    bytes[length] = '\0';
  }

  [[nodiscard]] std::string_view view() const {
    const std::string_view all(bytes.data(), Size);
    const std::size_t end = all.find('\0');
    return end == std::string_view::npos ? all : all.substr(0, end);
  }
};

/// The counts of a clause so far. The runner uses them if the process ends before it reports.
struct PageTally {
  PageText<48> clause;  // empty: no clause
  std::uint64_t examined;
  std::uint64_t offenders;
};

/// The number of clauses for which a page has room.
inline constexpr std::size_t page_tallies = 160;

/// Lives in `<rank>.progress`, mapped shared by the test process, so that it outlives a crash.
/// The call in progress is written before the call is made.
struct ProgressPage {
  std::array<char, 8> magic;
  std::uint32_t in_call;             // 1 while a call of the library is in progress
  std::uint32_t calls;               // calls begun so far; calls % ring_entries is the next slot
  std::uint32_t steps;               // shows progress between calls; any thread may add to it
  std::uint32_t tool_used;           // 1 once an MPI_T function was called
  PageText<64> phase;                // e.g. "before MPI_Init", "teardown"
  PageText<128> clause;              // clause under examination; empty: any of the test
  PageText<512> call;                // the call in progress, or the last one
  PageText<768> frames;              // where a fault ended the process (process/frames.hpp)
  PageText<192> ring[ring_entries];  // finished calls with their results
  std::int32_t codes[ring_entries];  // what they returned
  PageTally tallies[page_tallies];   // of the clauses that the test cites
};

using PageFrames = decltype(ProgressPage::frames);

/// Exit codes of a test program.
enum ExitCode : int {
  exit_passed = 0,  // pass, warn, quality
  exit_failed = 1,
  exit_usage = 2,
  exit_error = 3,    // a fault of the suite
  exit_skipped = 77  // vacuous or not applicable
};

namespace record {
inline constexpr const char* begin = "begin";
inline constexpr const char* failure = "failure";
inline constexpr const char* behaviour = "behaviour";
inline constexpr const char* end = "end";
inline constexpr const char* closed = "closed";
}  // namespace record

}  // namespace mpitcheck::protocol

// SPDX-License-Identifier: BSD-3-Clause
// Progress lines.
#include "ci/mpitcheck/run/progress.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "ci/mpitcheck/process/escape.hpp"

namespace mpitcheck {
namespace {

std::size_t terminal_width() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
  return known ? size.ws_col : 80;
}

bool is_live_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

/// A closed or broken stderr must not end the run.
void show(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  return whole < 90 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 59) / 60);
}

}  // namespace

Progress::Progress(std::size_t total, bool quiet)
    : total_(total), quiet_(quiet), live_(!quiet && is_live_terminal()) {}

Progress::~Progress() { end(); }

std::string Progress::state() const {
  std::string text = fmt::format("{} of {} tests, {} failed", done_, total_, broken_);
  if (done_ > 0 && done_ < total_) {
    const double elapsed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const auto left = static_cast<double>(total_ - done_);
    text += fmt::format(", about {} left", duration(elapsed / static_cast<double>(done_) * left));
  }
  if (done_ == total_) text += ", finishing";
  return text;
}

void Progress::finished(const TestResult& test) {
  ++done_;
  if (quiet_) return;
  const bool broken = test.verdict >= Verdict::error && !is_known(test);
  if (broken) {
    ++broken_;
    erase();
    show(fmt::format("{}: {} {}: {}\n", name(test.verdict), escape_line(test.target),
                     escape_line(test.name), escape_line(shortened(test.message, 300))));
  }
  const std::size_t tenths = total_ == 0 ? 10 : done_ * 10 / total_;
  if (!live_ && tenths > tenths_) show(state() + "\n");
  tenths_ = tenths;
  tick();
}

void Progress::tick() {
  if (!live_ || ended_) return;
  erase();
  show(shortened(state(), terminal_width() - 1));
}

void Progress::erase() const {
  if (live_ && !ended_) show("\r\x1b[K");
}

void Progress::end() {
  erase();
  ended_ = true;
}

}  // namespace mpitcheck

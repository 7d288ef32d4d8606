// SPDX-License-Identifier: BSD-3-Clause
// The interface between a test process and the runner: the progress page and exit codes.
// schema/progress_page.py describes both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mpitcheck::protocol {

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

#include "mpitcheck/progress_page.inc"

using PageFrames = decltype(ProgressPage::frames);

}  // namespace mpitcheck::protocol

// SPDX-License-Identifier: BSD-3-Clause
// The string convention in random form: a query of a text with some buffer, and the same query of
// mirrors.
#pragma once

#include <array>
#include <climits>
#include <string>
#include <vector>

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

/// A value that no query returns: an output that still has it was not written.
inline constexpr int unset = INT_MIN + 4711;

/// One text of a query: its buffer and the result.
class TextProbe {
 public:
  /// `which` selects the buffer; `full` is the known text.
  TextProbe(unsigned which, const std::string& full);

  // buffer() is for the target, the others are for mirror `i`.
  [[nodiscard]] char* buffer() { return buffer_of(0); }
  [[nodiscard]] int* length() { return length_of(0); }
  [[nodiscard]] char* buffer(std::size_t i) { return buffer_of(i + 1); }
  [[nodiscard]] int* length(std::size_t i) { return length_of(i + 1); }

  /// Judges the target's result, which must be that of a mirror. `part` is "name" or "desc".
  void judge(const Judge& judge, const std::string& owner, std::string_view part) const;

 private:
  enum class Manner { null_length, null_buffer, sized };
  struct Copy {
    std::vector<char> room;
    int length;
  };

  [[nodiscard]] char* buffer_of(std::size_t copy);
  [[nodiscard]] int* length_of(std::size_t copy);
  [[nodiscard]] static bool is_null_only(const Copy& copy);
  [[nodiscard]] bool same_text(const Copy& a, const Copy& b) const;
  [[nodiscard]] std::string text_of(const Copy& copy) const;

  Manner manner_;
  int given_;
  int full_;  // size of the text with its null
  std::array<Copy, 1 + MirrorEngines::size> copies_;
};

}  // namespace mpitcheck::properties

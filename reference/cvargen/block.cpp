// SPDX-License-Identifier: BSD-3-Clause
// Finds MPI_T_CVAR_INFO_BLOCK comment blocks in the text of a source file.
#include "block.hpp"

#include <optional>

namespace mpit::cvargen {
namespace {

constexpr std::string_view begin_word = "BEGIN_MPI_T_CVAR_INFO_BLOCK";
constexpr std::string_view end_word = "END_MPI_T_CVAR_INFO_BLOCK";
constexpr std::string_view common_part = "_MPI_T_CVAR_INFO_BLOCK";

/// Signs that begin a line of a comment in C, C++, shells, Python, Fortran, assemblers.
constexpr std::string_view signs = "*/#!;";

std::string_view strip(std::string_view text, std::string_view characters) {
  const std::size_t first = text.find_first_not_of(characters);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

struct Marker {
  bool begin;
  /// The sign before it that the lines of the block may repeat; empty: none.
  std::string_view leader;
};

std::optional<Marker> marker_in(std::string_view line) {
  if (line.find(common_part) == line.npos) return std::nullopt;
  const std::size_t bar = line.find('=');
  if (bar == line.npos) return std::nullopt;
  const std::string_view before = strip(line.substr(0, bar), blanks);
  if (before.find_first_not_of(signs) != before.npos) return std::nullopt;
  const std::string_view word = strip(strip(line.substr(bar), "*/ \t\r\f\v"), "= \t");
  if (word != begin_word && word != end_word) return std::nullopt;
  const bool opens_c_comment = before.starts_with("/*");
  return Marker{word == begin_word, opens_c_comment ? "*" : before};
}

void append_line(std::string& text, std::string_view line, std::string_view leader) {
  const std::size_t first = line.find_first_not_of(blanks);
  const bool led = !leader.empty() && first != line.npos && line.substr(first).starts_with(leader);
  if (led) {
    text.append(first + leader.size(), ' ').append(line.substr(first + leader.size()));
  } else {
    text.append(line);
  }
  text += '\n';
}

class Finder {
 public:
  Finder(const std::string& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void take(int number, std::string_view line) {
    const std::optional<Marker> marker = marker_in(line);
    if (!marker) {
      if (open_) append_line(block_.text, line, leader_);
    } else if (marker->begin) {
      begin(number, marker->leader);
    } else if (open_) {
      open_ = false;
      blocks_.push_back(std::move(block_));
    } else {
      complain(number, "this END line ends no block: its BEGIN line is missing");
    }
  }

  std::vector<Block> finish() {
    if (open_) unterminated();
    return std::move(blocks_);
  }

 private:
  void begin(int number, std::string_view leader) {
    if (open_) unterminated();
    if (first_line_ != 0) {
      complain(number,
               "a second block in this file; one is allowed, and the first begins in line " +
                   std::to_string(first_line_));
    } else {
      first_line_ = number;
    }
    open_ = true;
    leader_ = leader;
    block_ = {number + 1, {}};
  }

  void unterminated() { complain(block_.line - 1, "the block that begins here has no END line"); }

  void complain(int line, std::string message) {
    diagnostics_.push_back({{file_, line}, std::move(message)});
  }

  const std::string& file_;
  Diagnostics& diagnostics_;
  std::vector<Block> blocks_;
  Block block_;
  std::string_view leader_;
  bool open_ = false;
  int first_line_ = 0;
};

}  // namespace

std::vector<Block> find_blocks(const std::string& file, std::string_view text,
                               Diagnostics& diagnostics) {
  if (text.find(common_part) == text.npos) return {};
  Finder finder(file, diagnostics);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    finder.take(number, text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return finder.finish();
}

}  // namespace mpit::cvargen

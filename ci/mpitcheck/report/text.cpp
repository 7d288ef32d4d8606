// SPDX-License-Identifier: BSD-3-Clause
// Making bytes that a target produced fit to print, inside GitHub-flavoured Markdown too.
#include "ci/mpitcheck/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mpitcheck::report {

namespace {

constexpr char32_t replacement = 0xFFFD;

struct Decoded {
  char32_t code_point;
  std::size_t length;
};

// The character at the start of `bytes`, or U+FFFD for the longest prefix that could have begun
// one.
Decoded decode(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return {replacement, 1};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte's range excludes overlong forms, surrogates and what lies above U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code_point = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const bool fits =
        i < bytes.size() && byte(i) >= (i == 1 ? low : 0x80) && byte(i) <= (i == 1 ? high : 0xBF);
    if (!fits) return {replacement, i};
    code_point = code_point << 6 | (byte(i) & 0x3Fu);
  }
  return {code_point, length};
}

struct Range {
  char32_t first, last;
};

// What prints as nothing, or changes how its neighbours print.
constexpr Range hidden[] = {{0x0, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},
                            {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},
                            {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFDD0, 0xFDEF},
                            {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

bool is_hidden(char32_t code_point) {
  if (code_point >= ' ' && code_point <= '~') return false;  // most of all text
  return (code_point & 0xFFFE) == 0xFFFE || std::ranges::any_of(hidden, [=](const Range& range) {
           return range.first <= code_point && code_point <= range.last;
         });
}

// Longer texts are cut: a summary is to be read, report.json has them whole.
constexpr std::size_t longest_text = 2000;
constexpr std::size_t longest_block = 12'000;  // of several lines

// Backticks enough to enclose `text`.
std::string fence(std::string_view text, std::size_t least) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max(least, longest + 1), '`');
}

}  // namespace

std::string visible(std::string_view bytes, Lines lines) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const auto [code_point, length] = decode(bytes);
    if (code_point == '\n' || code_point == '\t') {
      out += lines == Lines::keep ? bytes.substr(0, 1) : code_point == '\n' ? "↵" : " ";
    } else if (code_point == replacement) {
      out += "\uFFFD";
    } else if (is_hidden(code_point)) {
      fmt::format_to(std::back_inserter(out), "⟨U+{:04X}⟩", static_cast<unsigned>(code_point));
    } else {
      out += bytes.substr(0, length);
    }
    bytes.remove_prefix(length);
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t limit) {
  constexpr std::string_view ellipsis = "…";
  if (text.size() <= limit) return std::string(text);
  std::size_t end = limit > ellipsis.size() ? limit - ellipsis.size() : 0;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)).append(ellipsis);
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string stacks_text(const std::vector<ThreadStack>& stacks) {
  std::string out;
  for (const ThreadStack& stack : stacks) {
    fmt::format_to(std::back_inserter(out), "{}:\n", visible(stack.thread));
    for (const std::string& frame : stack.frames) {
      fmt::format_to(std::back_inserter(out), "  {}\n", visible(frame));
    }
  }
  return out;
}

std::string markdown(std::string_view bytes) {
  const std::string text = visible(shortened(bytes, longest_text));
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // "://" and "www." make GitHub link what stands around them.
    const bool in_address =
        (c == ':' && text.compare(i, 3, "://") == 0) || (c == '.' && out.ends_with("www"));
    if (std::string_view("\\`*_[]~").find(c) != std::string_view::npos) {
      out += '\\';
      out += c;
    } else if (in_address || std::string_view("<>&|@#$").find(c) != std::string_view::npos) {
      fmt::format_to(std::back_inserter(out), "&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string markdown_code(std::string_view bytes) {
  if (bytes.empty()) return "—";
  const std::string text = visible(shortened(bytes, longest_text));
  const std::string ticks = fence(text, 1);
  // Spaces keep a backtick at either end apart from the fence; renderers drop one at each end.
  const bool padded = ticks.size() > 1 || text.front() == ' ' || text.back() == ' ';
  const std::string_view space = padded ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", ticks, space, text);
}

std::string markdown_block(std::string_view bytes, std::string_view language, Lines lines) {
  const bool several = lines == Lines::keep;
  std::string text = visible(shortened(bytes, several ? longest_block : longest_text), lines);
  if (!text.ends_with('\n')) text += '\n';
  const std::string ticks = fence(text, 3);
  return fmt::format("{0}{1}\n{2}{0}\n", ticks, language, text);
}

}  // namespace mpitcheck::report

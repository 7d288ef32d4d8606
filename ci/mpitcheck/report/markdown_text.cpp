// SPDX-License-Identifier: BSD-3-Clause
// Hostile text inside GitHub-flavoured Markdown.
#include "report/markdown_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mpitcheck::report {
namespace {

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

// SPDX-License-Identifier: BSD-3-Clause
// Writes expectations files.
#include <fmt/core.h>

#include <algorithm>

#include "ci/mpitcheck/gate/expectations.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t line_width = 100;

std::string in_quotes(std::string_view text) {
  const bool has_double = text.find('"') != std::string_view::npos;
  const bool has_special = has_double || text.find('\\') != std::string_view::npos;
  if (has_special && text.find('\'') == std::string_view::npos) return fmt::format("'{}'", text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// `text` broken at blanks into indented lines.
std::string wrapped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end > line_width - 2) {
      end = text.rfind(' ', line_width - 2);
      if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
    }
    out.append("\n  ").append(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string begin_of(const Expectation& entry) {
  return fmt::format("{}  {}  {}", entry.tests, name(entry.verdict),
                     entry.cause.empty() ? name(entry.kind) : std::string_view(entry.cause));
}

std::string end_of(const Expectation& entry) {
  return entry.until.empty() ? std::string() : "  until=" + entry.until;
}

std::string as_block(const Expectation& entry) {
  if (!entry.text.empty()) return entry.text;
  std::string line = to_line(entry);
  if (line.size() <= line_width) return line;
  return begin_of(entry) + (entry.cause.empty() ? wrapped(in_quotes(entry.reason)) : "") + "\n  " +
         in_quotes(entry.message) + end_of(entry);
}

std::string as_block(const ExpectedCause& cause) {
  if (!cause.text.empty()) return cause.text;
  return fmt::format("cause  {}  {}", cause.id, name(cause.kind)) +
         wrapped(in_quotes(cause.reason));
}

/// Without blank lines at either end.
std::string_view inner_lines(std::string_view lines) {
  while (lines.starts_with('\n')) lines.remove_prefix(1);
  while (lines.ends_with("\n\n")) lines.remove_suffix(1);
  return lines;
}

}  // namespace

std::string to_line(const Expectation& entry) {
  const std::string reason = entry.cause.empty() ? "  " + in_quotes(entry.reason) : "";
  return begin_of(entry) + reason + "  " + in_quotes(entry.message) + end_of(entry);
}

std::string to_text(ExpectationsFile file) {
  std::ranges::stable_sort(file.entries, {}, &Expectation::tests);
  std::string out = file.head;
  std::vector<std::string_view> causes;  // in the order of their first entries, none at the end
  for (const Expectation& entry : file.entries) {
    if (!entry.cause.empty() && std::ranges::find(causes, entry.cause) == causes.end())
      causes.emplace_back(entry.cause);
  }
  causes.emplace_back();
  bool apart = true;  // causes, entries of several lines and comments stand between blank lines
  for (const std::string_view id : causes) {
    const auto cause = std::ranges::find(file.causes, id, &ExpectedCause::id);
    if (cause != file.causes.end()) {
      out.append("\n").append(inner_lines(cause->comments)).append(as_block(*cause)).append("\n");
    }
    apart = id.empty();
    for (const Expectation& entry : file.entries) {
      if (entry.cause != id) continue;
      const std::string_view comments = inner_lines(entry.comments);
      const std::string block = as_block(entry);
      const bool large = id.empty() && (!comments.empty() || block.find('\n') != std::string::npos);
      if (apart || large) out += '\n';
      out.append(comments).append(block).append("\n");
      apart = large;
    }
  }
  if (const std::string_view tail = inner_lines(file.tail); !tail.empty()) {
    out.append("\n").append(tail);
  }
  return out;
}

}  // namespace mpitcheck

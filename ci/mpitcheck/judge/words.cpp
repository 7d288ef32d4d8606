// SPDX-License-Identifier: BSD-3-Clause
// Globs, shell words, names of signals, time stamps.
#include "ci/mpitcheck/judge/words.hpp"

#include <fmt/core.h>
#include <fnmatch.h>

#include <csignal>
#include <cstring>
#include <ctime>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {

bool glob_match(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else if (c == '\\' && quote == '"' && i + 1 < text.size()) {
        word += text[++i];
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0') throw UserError(fmt::format("'{}' has an unbalanced quote", text));
  if (in_word) words.push_back(word);
  return words;
}

std::string shell_quoted(std::string_view word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::strchr("_-./:=,+@%", c) != nullptr;
  };
  bool plain = !word.empty();
  for (const char c : word) plain = plain && c != '\0' && is_plain(c);
  if (plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string signal_name(int number) {
  const char* abbreviation = ::sigabbrev_np(number);
  return abbreviation != nullptr ? fmt::format("SIG{}", abbreviation)
                                 : fmt::format("signal {}", number);
}

std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text, length};
}

}  // namespace mpitcheck

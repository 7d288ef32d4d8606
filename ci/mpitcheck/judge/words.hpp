// SPDX-License-Identifier: BSD-3-Clause
// Globs, shell words, and the little text work that the parts share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// Shell-style matching of the whole of `text`: * ? [abc] [!abc] and backslash.
bool glob_match(const std::string& pattern, const std::string& text);

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

inline bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A short fingerprint of a text, the same on every machine (FNV-1a).
constexpr std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// Splits a command template as a shell would split words: blanks, '...', "...", backslash; nothing
/// is expanded. Throws UserError on an unbalanced quote.
std::vector<std::string> split_words(std::string_view text);

/// `word` as one word of a POSIX shell.
std::string shell_quoted(std::string_view word);

/// "SIGSEGV" for 11; "signal 40" for one without a name.
std::string signal_name(int number);

/// Now, as ISO 8601 in UTC to the second.
std::string timestamp();

}  // namespace mpitcheck

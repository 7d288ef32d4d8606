// SPDX-License-Identifier: BSD-3-Clause
// Finds the version number in a library version string; the library's name stands before it.
#include "ci/mpitcheck/judge/library_id.hpp"

#include <strings.h>

#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {
namespace {

std::string_view trimmed(std::string_view text, std::string_view unwanted) {
  const std::size_t first = text.find_first_not_of(unwanted);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(unwanted) - first + 1);
}

/// Where "4.1.4" or "v4.1.4" begins; a number within a word ("MVAPICH2") or without a dot is none.
std::size_t find_version(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digits = text[i] == 'v' || text[i] == 'V' ? i + 1 : i;
    std::size_t end = digits;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool dotted = end > digits && text.substr(end, 1) == "." && end + 1 < text.size() &&
                        is_digit(text[end + 1]);
    const bool starts = i == 0 || (!is_digit(text[i - 1]) && !is_letter(text[i - 1]));
    if (dotted && starts) return i;
  }
  return std::string_view::npos;
}

/// "MPICH" out of "MPICH Version:" and out of "MPI VERSION : MPICH version".
std::string_view bare_name(std::string_view text) {
  constexpr std::string_view word = "version";
  constexpr std::string_view unwanted = " \t\r:,";
  text = trimmed(text, unwanted);
  if (text.size() > word.size() &&
      ::strncasecmp(text.data() + text.size() - word.size(), word.data(), word.size()) == 0) {
    text = trimmed(text.substr(0, text.size() - word.size()), unwanted);
  }
  const std::size_t colon = text.rfind(':');
  return colon == std::string_view::npos ? text : trimmed(text.substr(colon + 1), unwanted);
}

}  // namespace

LibraryId identify_library(std::string_view library_version) {
  const std::string_view line = library_version.substr(0, library_version.find('\n'));
  const std::size_t at = find_version(line);
  const std::string_view name = bare_name(line.substr(0, at));
  if (at == std::string_view::npos) return {std::string(name), {}};
  std::string_view version = line.substr(is_digit(line[at]) ? at : at + 1);
  const auto belongs = [](char c) {
    return is_digit(c) || is_letter(c) || c == '.' || c == '+' || c == '-';
  };
  std::size_t end = 0;
  while (end < version.size() && belongs(version[end])) ++end;
  return {std::string(name), std::string(trimmed(version.substr(0, end), ".+-"))};
}

}  // namespace mpitcheck

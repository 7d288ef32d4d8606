// SPDX-License-Identifier: BSD-3-Clause
// Addresses and numbers in messages.
#include "ci/mpitcheck/gate/message_prefix.hpp"

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/escape.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t longest_prefix = 200;

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }

bool starts_word(std::string_view text, std::size_t at) {
  return at == 0 || !is_word(text[at - 1]);
}

/// Length of the address at `at`, 0 if there is none.
std::size_t address_length(std::string_view text, std::size_t at) {
  if (!starts_word(text, at) || text.substr(at, 2) != "0x") return 0;
  std::size_t end = at + 2;
  while (end < text.size() && is_hex(text[end])) ++end;
  return end == at + 2 ? 0 : end - at;
}

std::size_t number_length(std::string_view text, std::size_t at) {
  if (!starts_word(text, at)) return 0;
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end < text.size() && is_word(text[end]) ? 0 : end - at;
}

std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t address = address_length(text, i); address > 0) {
      out += "0x#";
      i += address;
    } else if (const std::size_t number = number_length(text, i); number > 0) {
      out += '#';
      i += number;
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

bool has_prefix(std::string_view message, std::string_view prefix) {
  return without_numbers(message).starts_with(without_numbers(prefix));
}

std::string stable_prefix(std::string_view message) {
  std::size_t end = 0;
  while (end < message.size() && end < longest_prefix) {
    const std::string_view sign = message.substr(end, utf8_length(message.substr(end)));
    const bool plain = !sign.empty() && escape_line(sign) == sign;
    if (!plain || address_length(message, end) > 0) break;
    end += sign.size();
  }
  return std::string(message.substr(0, end));
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// The small conversions of the model.
#include "conformance/clauses/clausegen/model.hpp"

#include <algorithm>
#include <charconv>

namespace mpitcheck::clausegen {

std::optional<Version> parse_version(std::string_view text) {
  Version version;
  const char* const end = text.data() + text.size();
  const auto [dot, major_error] = std::from_chars(text.data(), end, version.major_);
  if (major_error != std::errc() || dot == end || *dot != '.') return std::nullopt;
  const auto [rest, minor_error] = std::from_chars(dot + 1, end, version.minor_);
  if (minor_error != std::errc() || rest != end) return std::nullopt;
  return version;
}

std::string identifier(std::string_view id) {
  std::string name(id);
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

}  // namespace mpitcheck::clausegen

// SPDX-License-Identifier: BSD-3-Clause
// Initial values of control variables.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace mpit::runtime {

/// The bytes of a value, for CvarSpec::initial.
template <class T>
std::vector<std::byte> bytes_of(const T& value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// The characters of a text and its terminating null, for CvarSpec::initial.
inline std::vector<std::byte> bytes_of_text(const std::string& text) {
  std::vector<std::byte> bytes(text.size() + 1);
  std::memcpy(bytes.data(), text.c_str(), bytes.size());
  return bytes;
}

}  // namespace mpit::runtime

// SPDX-License-Identifier: BSD-3-Clause
// Values of the draft's datatypes as numbers.
#include "conformance/draft2011/suite/shown.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace mpitcheck::draft {
namespace {

constexpr unsigned char sentinel = 0xA5;
constexpr std::size_t canaries = 64;

template <class T>
Number as(const unsigned char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace

Shown::Shown(MPIT_Datatype datatype, int count)
    : datatype_(datatype),
      count_(count),
      element_(size_of(datatype)),
      bytes_(element_ * static_cast<std::size_t>(count) + canaries, sentinel) {}

bool Shown::canary_intact() const {
  return std::all_of(bytes_.end() - canaries, bytes_.end(),
                     [](unsigned char byte) { return byte == sentinel; });
}

Number Shown::number(int i) const {
  const unsigned char* from = bytes_.data() + element_ * static_cast<std::size_t>(i);
  if (datatype_ == MPIT_BYTE) return as<unsigned char>(from);
  if (datatype_ == MPIT_CHAR) return as<char>(from);
  if (datatype_ == MPIT_SHORT) return as<short>(from);
  if (datatype_ == MPIT_LONG) return as<long>(from);
  if (datatype_ == MPIT_LONG_LONG) return as<long long>(from);
  if (datatype_ == MPIT_FLOAT) return as<float>(from);
  if (datatype_ == MPIT_DOUBLE) return as<double>(from);
  return as<int>(from);
}

Number Shown::expected(const Number& modern) const {
  if (datatype_ != MPIT_LONG && datatype_ != MPIT_LONG_LONG) return modern;
  return std::min(modern, Number(std::numeric_limits<long long>::max()));
}

bool Shown::equals(const ValueBuffer& modern) const {
  if (modern.count() != count_) return false;
  if (datatype_ == MPIT_CHAR) {
    return std::strncmp(reinterpret_cast<const char*>(bytes_.data()),
                        static_cast<const char*>(modern.data()),
                        static_cast<std::size_t>(count_)) == 0;
  }
  const bool is_enumeration = !mpit_draft2011_is_predefined(datatype_);
  for (int i = 0; i < count_; ++i) {
    Number value = number(i);
    if (is_enumeration) {
      const auto info = read_enum(mpit_draft2011_to_enum(datatype_), "");
      if (!info) return false;
      const auto is_now = [&](const EnumItem& item) { return item.value == modern.number(i); };
      if (value == -1) {  // the header returns it for a value that is not an item
        if (std::any_of(info->items.begin(), info->items.end(), is_now)) return false;
        continue;
      }
      if (value < 0 || value >= info->items.size()) return false;
      value = info->items[static_cast<std::size_t>(value.as_double())].value;
    }
    if (value != expected(modern.number(i))) return false;
  }
  return true;
}

bool Shown::is_exact(const ValueBuffer& modern) const {
  if (!equals(modern)) return false;
  const bool is_enumeration = !mpit_draft2011_is_predefined(datatype_);
  for (int i = 0; i < count_ && datatype_ != MPIT_CHAR; ++i) {
    if (is_enumeration && number(i) < 0) return false;
    if (expected(modern.number(i)) != modern.number(i)) return false;
  }
  return true;
}

std::string Shown::text() const {
  std::string text = "{";
  for (int i = 0; i < std::min(count_, 8); ++i) {
    text += join(i == 0 ? "" : ", ", number(i));
  }
  return text + "}";
}

}  // namespace mpitcheck::draft

// SPDX-License-Identifier: BSD-3-Clause
// Values of variables.
#include "conformance/harness/calls/value.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

namespace {

constexpr unsigned char value_sentinel = 0xa5;
// So many that a library which writes more elements than it says does not destroy the heap.
constexpr std::size_t value_canary_bytes = 4096;
constexpr std::size_t unknown_element = 16;
constexpr int elements_shown = 4;

// Calls `visit` with a value of the C type of `datatype`.
template <class Visit>
void with_type(MPI_Datatype datatype, Visit visit) {
  if (datatype == MPI_INT) return visit(int{});
  if (datatype == MPI_UNSIGNED) return visit(0U);
  if (datatype == MPI_UNSIGNED_LONG) return visit(0UL);
  if (datatype == MPI_UNSIGNED_LONG_LONG) return visit(0ULL);
  if (datatype == MPI_COUNT) return visit(MPI_Count{});
  if (datatype == MPI_CHAR) return visit(char{});
  if (datatype == MPI_DOUBLE) return visit(double{});
  if (datatype == MPI_INT32_T) return visit(std::int32_t{});
  if (datatype == MPI_INT64_T) return visit(std::int64_t{});
  if (datatype == MPI_UINT32_T) return visit(std::uint32_t{});
  if (datatype == MPI_UINT64_T) return visit(std::uint64_t{});
  if (datatype == MPI_LONG) return visit(0L);
  if (datatype == MPI_C_BOOL) return visit(false);
}

}  // namespace

ValueBuffer::ValueBuffer(MPI_Datatype datatype, int count)
    : datatype_(datatype), count_(std::max(count, 0)), element_(datatype_size(datatype)) {
  const std::size_t room = element_ != 0 ? element_ : unknown_element;
  size_ = element_ * static_cast<std::size_t>(count_);
  bytes_.assign(room * static_cast<std::size_t>(count_) + value_canary_bytes, value_sentinel);
}

bool ValueBuffer::canary_intact() const {
  const auto from = bytes_.end() - static_cast<std::ptrdiff_t>(value_canary_bytes);
  return std::all_of(from, bytes_.end(), [](unsigned char byte) { return byte == value_sentinel; });
}

void ValueBuffer::fill() { std::fill(bytes_.begin(), bytes_.end(), value_sentinel); }

bool ValueBuffer::untouched() const {
  return std::all_of(bytes_.begin(), bytes_.end(),
                     [](unsigned char byte) { return byte == value_sentinel; });
}

bool ValueBuffer::equals(const ValueBuffer& other) const {
  if (datatype_ != other.datatype_) return false;
  if (datatype_ == MPI_CHAR) return characters() == other.characters();
  return size_ == other.size_ && std::memcmp(bytes_.data(), other.bytes_.data(), size_) == 0;
}

std::string_view ValueBuffer::characters() const {
  const char* const begin = reinterpret_cast<const char*>(bytes_.data());
  return {begin, ::strnlen(begin, size_)};
}

Number ValueBuffer::number(int i) const {
  Number result;
  with_type(datatype_, [&](auto value) {
    std::memcpy(&value, bytes_.data() + static_cast<std::size_t>(i) * sizeof value, sizeof value);
    result = value;
  });
  return result;
}

void ValueBuffer::set_number(int i, long long number) {
  with_type(datatype_, [&](auto value) {
    value = static_cast<decltype(value)>(number);
    std::memcpy(bytes_.data() + static_cast<std::size_t>(i) * sizeof value, &value, sizeof value);
  });
}

std::string ValueBuffer::text() const { return list(elements_shown); }
std::string ValueBuffer::literal() const { return list(count_); }

std::string ValueBuffer::list(int most) const {
  if (datatype_ == MPI_CHAR) return in_quotes(characters());
  if (element_ == 0) return "a value of a datatype that MPI_T does not allow";
  std::string out;
  for (int i = 0; i < std::min(count_, most); ++i) {
    with_type(datatype_, [&](auto value) {
      std::memcpy(&value, bytes_.data() + static_cast<std::size_t>(i) * sizeof value, sizeof value);
      out += i == 0 ? "" : ", ";
      if constexpr (std::is_same_v<decltype(value), double>) {
        out += double_literal(value);
      } else {
        out += join(+value);
      }
    });
  }
  if (count_ == 1) return out;
  return "{" + out + (count_ > most ? ", ..." : "") + "}";
}

int ValueBuffer::extent() const {
  const auto is_written = [](unsigned char byte) { return byte != value_sentinel; };
  const auto end = std::find_if(bytes_.rbegin(), bytes_.rend(), is_written).base();
  const auto written = static_cast<std::size_t>(end - bytes_.begin());
  const std::size_t room = element_ != 0 ? element_ : unknown_element;
  return static_cast<int>((written + room - 1) / room);
}

std::string value_text(const std::optional<ValueBuffer>& value) {
  return value ? value->text() : "a value that cannot be read";
}

}  // namespace mpitcheck

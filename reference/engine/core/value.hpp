// SPDX-License-Identifier: BSD-3-Clause
// Values of variables as 64-bit words, and copies between words and user buffers. Also CvarValue,
// the value of a control variable that the engine owns.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "reference/engine/core/double_word.hpp"
#include "reference/engine/core/types.hpp"

namespace mpit {

// The engine's words: signed integers are sign-extended, unsigned ones zero-extended, doubles are
// their bits.

/// Bytes of one element; 0 for a datatype that no variable can have (MPI-5.0 §15.3.5).
constexpr std::size_t size_of(Datatype type) {
  switch (type) {
    case Datatype::char_:
      return 1;
    case Datatype::int_:
    case Datatype::unsigned_:
    case Datatype::int32:
    case Datatype::uint32:
      return 4;
    case Datatype::unsigned_long:
      return sizeof(unsigned long);
    case Datatype::unsigned_long_long:
    case Datatype::count:
    case Datatype::double_:
    case Datatype::int64:
    case Datatype::uint64:
      return 8;
    case Datatype::aint:
    case Datatype::null:
      break;
  }
  return 0;
}

constexpr bool is_signed(Datatype type) {
  return type == Datatype::char_ || type == Datatype::int_ || type == Datatype::int32 ||
         type == Datatype::int64 || type == Datatype::count;
}

template <class T>
void store_as(void* buf, std::size_t element, std::uint64_t word) {
  const T value = static_cast<T>(word);
  std::memcpy(static_cast<std::byte*>(buf) + element * sizeof(T), &value, sizeof(T));
}

template <class T>
std::uint64_t load_as(const void* buf, std::size_t element) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(buf) + element * sizeof(T), sizeof(T));
  return static_cast<std::uint64_t>(value);
}

/// Stores a word as an element of a user buffer, modulo the size of the type.
inline void store_element(void* buf, std::size_t element, Datatype type, std::uint64_t word) {
  switch (size_of(type)) {
    case 1:
      return store_as<std::uint8_t>(buf, element, word);
    case 4:
      return store_as<std::uint32_t>(buf, element, word);
    default:
      return store_as<std::uint64_t>(buf, element, word);
  }
}

/// Whether copy_word supports this size.
constexpr bool is_word(std::size_t bytes) { return bytes == 4 || bytes == 8; }

/// Copies a value that others replace by atomic stores, as a whole. Lock-free, signal-safe.
inline void copy_word(void* buf, const void* from, std::size_t bytes) noexcept {
  const auto copy_as = [&]<class T>(T) {
    const T value = __atomic_load_n(static_cast<const T*>(from), __ATOMIC_ACQUIRE);
    std::memcpy(buf, &value, sizeof value);
  };
  if (bytes == 4) [[likely]] {
    copy_as(std::uint32_t{});
  } else {
    copy_as(std::uint64_t{});
  }
}

/// Loads an element of a user buffer as a word.
inline std::uint64_t load_element(const void* buf, std::size_t element, Datatype type) {
  switch (size_of(type)) {
    case 1:
      return load_as<char>(buf, element);
    case 4:
      return is_signed(type) ? load_as<std::int32_t>(buf, element)
                             : load_as<std::uint32_t>(buf, element);
    default:
      return load_as<std::uint64_t>(buf, element);
  }
}

/// The Datatype of a C++ type that can be the element of a variable.
template <class T>
constexpr Datatype datatype_of = Datatype::null;
template <>
inline constexpr Datatype datatype_of<char> = Datatype::char_;
template <>
inline constexpr Datatype datatype_of<int> = Datatype::int_;
template <>
inline constexpr Datatype datatype_of<unsigned> = Datatype::unsigned_;
template <>
inline constexpr Datatype datatype_of<long> = Datatype::int64;
template <>
inline constexpr Datatype datatype_of<long long> = Datatype::int64;
template <>
inline constexpr Datatype datatype_of<unsigned long> = Datatype::unsigned_long;
template <>
inline constexpr Datatype datatype_of<unsigned long long> = Datatype::unsigned_long_long;
template <>
inline constexpr Datatype datatype_of<double> = Datatype::double_;

/// Bytes that are replaced as a whole. Readers never block and see one whole value. A reader in a
/// signal handler may interrupt a writer. A value of up to 8 bytes is one word and hence atomic;
/// longer ones have two copies.
class CvarValue {
 public:
  explicit CvarValue(std::size_t bytes);

  std::size_t size() const noexcept { return bytes_; }
  /// Copies size() bytes. Lock-free, signal-safe.
  void read(void* buf) const noexcept;
  /// The address of the value, if copy_word (value.hpp) can read it; otherwise null.
  const void* word() const noexcept { return is_word(bytes_) ? &word_ : nullptr; }
  /// Replaces the value by size() bytes. One writer at a time.
  void write(const void* buf) noexcept;

 private:
  using Words = std::vector<std::atomic<std::uint64_t>>;

  const std::size_t bytes_;
  std::atomic<std::uint64_t> word_{0};  // the value, if it fits
  std::array<Words, 2> copies_;         // otherwise: version v is in copy v % 2
  std::atomic<std::uint64_t> version_{0};
};

}  // namespace mpit

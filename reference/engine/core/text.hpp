// SPDX-License-Identifier: BSD-3-Clause
// The convention for returning strings (MPI-5.0 §15.3.3), and memory for permanent texts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "reference/engine/core/behaviour.hpp"

namespace mpit {

/// Copies a text, which is usually short: a call of memcpy takes about as long as the copying.
inline void copy_text(char* to, const char* from, std::size_t size) {
  const auto copy_in_steps_of = [&]<std::size_t step>(std::integral_constant<std::size_t, step>) {
    for (std::size_t at = 0; at < size - step; at += step) std::memcpy(to + at, from + at, step);
    std::memcpy(to + size - step, from + size - step, step);  // overlaps
  };
  if (size >= 16) [[likely]] {
    copy_in_steps_of(std::integral_constant<std::size_t, 16>{});
  } else if (size >= 4) {
    copy_in_steps_of(std::integral_constant<std::size_t, 4>{});
  } else if (size != 0) {
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) to[at] = from[at];
  }
}

/// Stores `text` into buf of *len characters. *len becomes the size of the full text or, depending
/// on `behaviour`, of the stored one. Without a buffer or with *len 0 only the size is stored, and
/// without len nothing.
inline void put_text(std::string_view text, char* buf, int* len, const Behaviour& behaviour) {
  if (len == nullptr) return;
  std::size_t reported = text.size();
  if (buf != nullptr && *len > 0) {
    const std::size_t stored = std::min(text.size(), static_cast<std::size_t>(*len) - 1);
    copy_text(buf, text.data(), stored);
    buf[stored] = '\0';
    if (stored == text.size()) {
      if (behaviour.fitting_length == Behaviour::FittingLength::as_passed) return;
    } else if (behaviour.truncated_length == Behaviour::TruncatedLength::stored) {
      reported = stored;
    }
  } else if (buf != nullptr && text.empty() &&
             behaviour.missing_text == Behaviour::WithoutRoom::null_stored) {
    buf[0] = '\0';
  }
  *len = static_cast<int>(reported) + 1;
}

/// Stores an OUT argument that may be null.
template <class Out, class Value>
void put(Out* out, Value value) {
  if (out != nullptr) *out = static_cast<Out>(value);
}

/// Stores the result of a look-up by name; -1: not found.
inline Code put_index(int found, int* out) {
  if (found == -1) return Code::invalid_name;
  *out = found;
  return Code::success;
}

/// Stores the enumeration of a variable. For a variable that is not MPI_INT the result is a choice
/// (A12).
inline void put_enumtype(EnumType* out, Datatype datatype, EnumType enumtype,
                         const Behaviour& behaviour) {
  if (datatype != Datatype::int_ &&
      behaviour.non_int_enumtype == Behaviour::NonIntEnum::untouched) {
    return;
  }
  put(out, enumtype);
}

/// A name and a description in a TextStore.
struct Texts {
  std::string_view name() const noexcept { return {text, name_size}; }
  std::string_view desc() const noexcept { return {text + name_size, desc_size}; }

  const char* text = nullptr;
  std::uint32_t name_size = 0;
  std::uint32_t desc_size = 0;
};

/// Allocates characters that live as long as the store. Needs an external lock.
class TextStore {
 public:
  /// `size` characters, usually adjacent to the last ones. Throws std::bad_alloc.
  char* take(std::size_t size) {
    if (size > room_) {
      const std::size_t room = std::max<std::size_t>(size, 4096);
      blocks_.push_back(std::make_unique<char[]>(room));
      end_ = blocks_.back().get();
      room_ = room;
    }
    end_ += size;
    room_ -= size;
    return end_ - size;
  }

  /// Copies of both. Throws std::bad_alloc.
  Texts keep(std::string_view name, std::string_view desc) {
    char* const text = take(name.size() + desc.size());
    name.copy(text, name.size());
    desc.copy(text + name.size(), desc.size());
    return {text, static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(desc.size())};
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t room_ = 0;  // characters left in the last block
  char* end_ = nullptr;   // of the used part of the last block
};

}  // namespace mpit

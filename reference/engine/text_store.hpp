// SPDX-License-Identifier: BSD-3-Clause
// Memory for texts that stay: side by side in the order in which they came.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace mpit {

/// A name and a description in a TextStore.
struct Texts {
  std::string_view name() const noexcept { return {text, name_size}; }
  std::string_view desc() const noexcept { return {text + name_size, desc_size}; }

  const char* text = nullptr;
  std::uint32_t name_size = 0;
  std::uint32_t desc_size = 0;
};

/// Hands out characters that live as long as it does. Needs a lock around it.
class TextStore {
 public:
  /// `size` characters behind the last ones, as a rule. Throws std::bad_alloc.
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
  char* end_ = nullptr;   // of what the last block holds
};

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Open addressing.
#include "engine/name_table.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace mpit {

std::uint32_t NameTable::hash_of(std::string_view name, int kind) noexcept {
  return static_cast<std::uint32_t>(std::hash<std::string_view>()(name)) +
         static_cast<std::uint32_t>(kind);
}

int NameTable::find(std::string_view name, int kind) const noexcept {
  const std::uint32_t hash = hash_of(name, kind);
  for (std::size_t place = hash % entries_.size(); entries_[place].text != nullptr;
       place = next(place)) {
    const Entry& entry = entries_[place];
    if (entry.hash == hash && static_cast<unsigned char>(entry.text[0]) == kind &&
        std::strncmp(entry.text + 1, name.data(), name.size()) == 0 &&
        entry.text[1 + name.size()] == '\0') {
      return entry.index;
    }
  }
  return -1;
}

void NameTable::add(std::string_view name, int kind, int index) {
  if (2 * (used_ + 1) > entries_.size()) double_size();
  put({keep(name, kind), hash_of(name, kind), index});
  ++used_;
}

void NameTable::put(const Entry& entry) noexcept {
  std::size_t place = entry.hash % entries_.size();
  while (entries_[place].text != nullptr) place = next(place);
  entries_[place] = entry;
}

void NameTable::double_size() {
  std::vector<Entry> old(2 * entries_.size());
  old.swap(entries_);
  for (const Entry& entry : old) {
    if (entry.text != nullptr) put(entry);
  }
}

const char* NameTable::keep(std::string_view name, int kind) {
  const std::size_t size = name.size() + 2;
  if (size > room_) {
    const std::size_t room = std::max<std::size_t>(size, 4096);
    texts_.push_back(std::make_unique<char[]>(room));
    end_ = texts_.back().get();
    room_ = room;
  }
  char* const text = end_;
  text[0] = static_cast<char>(kind);
  name.copy(text + 1, name.size());
  text[size - 1] = '\0';
  end_ += size;
  room_ -= size;
  return text;
}

}  // namespace mpit

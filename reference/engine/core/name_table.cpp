// SPDX-License-Identifier: BSD-3-Clause
// Open addressing.
#include "reference/engine/core/name_table.hpp"

#include <bit>
#include <cstring>

namespace mpit {

namespace {

constexpr std::size_t length_at = 1;
constexpr std::size_t name_at = length_at + sizeof(std::size_t);

constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;

// Eight characters at a time; the last eight overlap. The multiplications are independent.
std::uint32_t hash_of(std::string_view name, int kind) noexcept {
  constexpr std::size_t step = sizeof(std::uint64_t);
  std::uint64_t word = 0;
  std::uint64_t hash = name.size() << 8 | static_cast<unsigned>(kind);
  const auto mix = [&] { hash = std::rotl(hash, 27) + word * odd; };
  if (name.size() < step) {
    name.copy(reinterpret_cast<char*>(&word), step);
    mix();
  } else {
    const char* const last = name.data() + name.size() - step;
    for (const char* at = name.data(); at < last; at += step) {
      std::memcpy(&word, at, step);
      mix();
    }
    std::memcpy(&word, last, step);
    mix();
  }
  // The upper bits depend on all characters, the lower ones on few.
  return static_cast<std::uint32_t>((hash ^ hash >> 32) * odd >> 32);
}

// Names are short: a call of memcmp costs as much as the comparison itself.
bool same(const char* a, const char* b, std::size_t length) noexcept {
  constexpr std::size_t step = sizeof(std::uint64_t);
  if (length < step) return std::memcmp(a, b, length) == 0;
  const auto differs_at = [&](std::size_t at) {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::memcpy(&left, a + at, step);
    std::memcpy(&right, b + at, step);
    return left != right;
  };
  for (std::size_t at = 0; at < length - step; at += step) {
    if (differs_at(at)) return false;
  }
  return !differs_at(length - step);
}

bool is_name(const char* text, std::string_view name, int kind) noexcept {
  std::size_t length = 0;
  std::memcpy(&length, text + length_at, sizeof length);
  return static_cast<unsigned char>(text[0]) == kind && length == name.size() &&
         same(text + name_at, name.data(), length);
}

}  // namespace

int NameTable::find(std::string_view name, int kind) const noexcept {
  const std::uint32_t hash = hash_of(name, kind);
  for (std::size_t place = hash % entries_.size(); entries_[place].text != nullptr;
       place = next(place)) {
    const Entry& entry = entries_[place];
    if (entry.hash == hash && is_name(entry.text, name, kind)) return entry.index;
  }
  return -1;
}

void NameTable::add(std::string_view name, int kind, int index) {
  if (2 * (used_ + 1) > entries_.size()) double_size();
  put({keep(name, kind), hash_of(name, kind), index});
  ++used_;
}

// The entry stays, since others may have been placed after it.
void NameTable::forget(int index) noexcept {
  for (Entry& entry : entries_) {
    if (entry.index != index) continue;
    entry.hash = ~entry.hash;
    entry.index = -1;
  }
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
  const std::size_t length = name.size();
  const std::size_t size = name_at + length;
  char* const text = texts_.take(size);
  text[0] = static_cast<char>(kind);
  std::memcpy(text + length_at, &length, sizeof length);
  name.copy(text + name_at, length);
  return text;
}

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Records that queries find by index or by name.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/engine/core/name_table.hpp"

namespace mpit {

/// Whether `index` denotes one of the entries.
template <class Entries>
bool in_range(int index, const Entries& entries) {
  return index >= 0 && static_cast<std::size_t>(index) < entries.size();
}

/// The entry at an index that is in range.
template <class Entries>
auto& at(Entries& entries, int index) {
  return entries[static_cast<std::size_t>(index)];
}

/// Records by index, and by name and kind (NameTable). They never move, and indices never change.
/// `Pointer` is a pointer that owns the record or not.
template <class Pointer>
class Directory {
 public:
  std::size_t size() const noexcept { return records_.size(); }
  int count() const noexcept { return static_cast<int>(size()); }
  auto& operator[](std::size_t index) const noexcept { return *records_[index]; }
  /// The record; null if it was withdrawn.
  const Pointer& get(std::size_t index) const noexcept { return records_[index]; }
  /// The index of the name, or -1.
  int find(std::string_view name, int kind = 0) const noexcept { return names_.find(name, kind); }

  /// Adds a record with a new name. If it throws std::bad_alloc, cut() removes what was added.
  void add(Pointer record, std::string_view name, int kind = 0) {
    const int index = count();
    records_.push_back(std::move(record));
    names_.add(name, kind, index);
  }
  /// Removes the records from index `size` on.
  void cut(std::size_t size) noexcept {
    for (; records_.size() > size; records_.pop_back()) names_.forget(count() - 1);
  }
  /// Removes a record, but keeps its index.
  void withdraw(std::size_t index) noexcept {
    names_.forget(static_cast<int>(index));
    records_[index] = nullptr;
  }

 private:
  std::vector<Pointer> records_;
  NameTable names_;
};

}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Names and their indices, packed so that a look-up among many names is about as fast as among few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/engine/core/text.hpp"

namespace mpit {

/// Indices by name and kind (0 to 255; other kinds find nothing). Needs an external lock. A look-up
/// touches one or two cache lines of the table and the name itself; names are adjacent.
/// std::unordered_map is not used, because its hash and chained nodes cost as much as a query.
class NameTable {
 public:
  /// The index of the name, or -1.
  int find(std::string_view name, int kind = 0) const noexcept;
  /// Adds a new name. Throws std::bad_alloc.
  void add(std::string_view name, int kind, int index);
  /// Removes the name of an index, if present.
  void forget(int index) noexcept;

 private:
  struct Entry {
    const char* text = nullptr;  // kind, length, name; null: free
    std::uint32_t hash = 0;      // a removed name gets a different hash
    int index = -1;
  };

  std::size_t next(std::size_t place) const noexcept { return (place + 1) % entries_.size(); }
  void put(const Entry& entry) noexcept;
  void double_size();
  const char* keep(std::string_view name, int kind);

  std::vector<Entry> entries_ = std::vector<Entry>(16);  // a power of two, at most half full
  std::size_t used_ = 0;
  TextStore texts_;
};

}  // namespace mpit

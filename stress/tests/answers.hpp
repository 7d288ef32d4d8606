// SPDX-License-Identifier: BSD-3-Clause
// Everything that one query says, in one number: what threads compare.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/mpi.hpp"

namespace mpitcheck::stress {

enum class List { cvars, pvars, categories, events };
inline constexpr List all_lists[] = {List::cvars, List::pvars, List::categories, List::events};

/// An entry of a list, by its index.
struct Item {
  List list;
  int index;

  [[nodiscard]] std::string label() const;  // cvar 12
};

/// The code of a query, and a digest of all that came out of it.
struct Answer {
  int code;
  std::uint64_t digest;

  bool operator==(const Answer&) const = default;
};

/// Asks for everything of the entry: its description; where there are members or an enumeration,
/// those too. Unrecorded: for any thread.
Answer ask(const Item& item);

/// How many entries the list has; 0 if the library lacks the list.
int length(List list);

/// All entries of all lists.
std::vector<Item> all_items();

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// The look-up of names in each list that supports it.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck {

/// A name that the target lists, and the function that looks such names up.
struct NamedEntry {
  std::string kind;   // "cvar", "pvar of MPI_T_PVAR_CLASS_COUNTER", "category", "event"
  std::string owner;  // cvar 3 "name"
  std::string name;
  int index;
  Answer listed;  // the call that returns the index; look-ups use the same output name
  int var_class;  // of a pvar
  int (*look_up)(int var_class, const char* name, int* index);

  int find(const char* looked_up, int* found) const { return look_up(var_class, looked_up, found); }
  [[nodiscard]] const std::string& label() const { return owner; }
};

/// The key of an entry: its name, for a pvar also its class.
template <class Entry>
std::pair<std::string, int> key_of_lookup(const Entry& entry) {
  if constexpr (requires { entry.var_class; }) {
    return {entry.name, entry.var_class};
  } else {
    return {entry.name, 0};
  }
}

/// Whether no other entry of the list has the same key. Empty and shared names are charged only by
/// the rules about names.
template <class Entries, class Entry, class Projection = std::identity>
bool has_own_name(const Entries& entries, const Entry& entry, Projection projection = {}) {
  const auto shares = [&](const Entry& other) {
    return other.name == entry.name && key_of_lookup(other) == key_of_lookup(entry);
  };
  return !entry.name.empty() && std::ranges::count_if(entries, shares, projection) == 1;
}

/// The entries that have_own_name().
template <class Entry>
std::vector<Entry> with_own_names(const std::vector<Entry>& entries) {
  std::map<std::pair<std::string, int>, int> owners;
  for (const Entry& entry : entries) ++owners[key_of_lookup(entry)];
  std::vector<Entry> own = entries;
  std::erase_if(own, [&](const Entry& entry) {
    return entry.name.empty() || owners.at(key_of_lookup(entry)) > 1;
  });
  return own;
}

/// All entries with a unique key that the target lists now, kind by kind.
std::vector<NamedEntry> named_entries();

}  // namespace mpitcheck

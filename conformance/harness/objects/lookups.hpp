// SPDX-License-Identifier: BSD-3-Clause
// The look-up of a name in each kind of list that has one.
#pragma once

#include <string>
#include <vector>

#include "conformance/harness/facts/offence.hpp"

namespace mpitcheck {

/// A name that the target lists, and the function that looks such names up.
struct NamedEntry {
  std::string kind;   // "cvar", "pvar of MPI_T_PVAR_CLASS_COUNTER", "category", "event"
  std::string owner;  // cvar 3 "name"
  std::string name;
  int index;
  Answer listed;  // what tells the index, by the name that look-ups have for it too
  int var_class;  // of a pvar
  int (*look_up)(int var_class, const char* name, int* index);

  int find(const char* looked_up, int* found) const { return look_up(var_class, looked_up, found); }
  [[nodiscard]] const std::string& label() const { return owner; }
};

/// Every named entry that the target lists now, kind by kind.
std::vector<NamedEntry> named_entries();

}  // namespace mpitcheck

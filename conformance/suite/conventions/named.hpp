// SPDX-License-Identifier: BSD-3-Clause
// Names, which must not be empty, and descriptions, which may be.
#pragma once

#include <string>

#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// Checks that `name` is not empty; `ask_length()` queries its length, which includes the null.
template <class Subject, class AskLength>
void check_not_empty(Test& t, Clause rule, const Subject& subject, const std::string& name,
                     const AskLength& ask_length) {
  if (!name.empty()) {
    t.examined(rule, 1);
  } else if (t.check(rule, subject, at_least("name_len", ask_length(), 2))) {
    t.check(rule, subject, at_least("strlen(name)", 0, 1));
  }
}

/// Checks that a missing description has a length of at least 1. The rules about texts cover the
/// lengths of other descriptions and of size queries.
template <class Info>
void check_missing_desc(Test& t, Clause rule, const Info& entry) {
  t.examined(rule, 1);
  if (!entry.desc.empty() || is_broken_foundation(lengths_foundation)) return;
  Info again{};
  again.index = entry.index;
  WholeText name, desc;
  name.make_room(WholeText::usual);
  desc.make_room(WholeText::usual);
  const TextOut to_name = name.out(), to_desc = desc.out();
  if (query_entry(again, to_name, to_desc) != MPI_SUCCESS) return;
  t.check(rule, entry, at_least("desc_len", *to_desc.length, 1));
}

}  // namespace mpitcheck

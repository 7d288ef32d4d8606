// SPDX-License-Identifier: BSD-3-Clause
// Names that must not be empty.
#pragma once

#include <string>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// Checks that `name` is not empty; `ask_length()` is a query for its length with the null.
template <class Subject, class AskLength>
void check_not_empty(Test& t, Clause rule, const Subject& subject, const std::string& name,
                     const AskLength& ask_length) {
  if (!name.empty()) {
    t.examined(rule, 1);
  } else if (t.check(rule, subject, at_least("name_len", ask_length(), 2))) {
    t.check(rule, subject, at_least("strlen(name)", 0, 1));
  }
}

}  // namespace mpitcheck

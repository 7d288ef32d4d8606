// SPDX-License-Identifier: BSD-3-Clause
// Two looks at the interface by different callers, which must be shown the same.
#pragma once

#include <string_view>
#include <utility>

#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

using Look = FunctionRef<void()>;

/// What one caller was shown and, behind it, another.
struct Looks {
  View before, there;
  std::string_view who;         // "in another thread"
  bool may_be_refused = false;  // there entries may be out of reach (E15)
  bool may_have_grown = true;   // between the two
};

/// Whether both were shown the same numbers; entries are compared if so. One wrong number is
/// enough: what makes it wrong is wrong for other lists and entries too.
bool check_same(Test& t, Clause rule, const Looks& looks);

/// Lets another caller look behind this one; `elsewhere(look)` has it call `look`. First at the
/// numbers alone, so that the calls that a finding shows are these.
template <class Elsewhere>
void compare_looks(Test& t, std::string_view who, const Elsewhere& elsewhere,
                   bool may_be_refused = false) {
  for (View (*const now)() : {&View::of_numbers, &View::now}) {
    Looks looks{now(), {}, who, may_be_refused};
    bool has_looked = false;
    elsewhere([&] {
      if (!std::exchange(has_looked, true)) looks.there = now();
    });
    if (!has_looked) throw CannotGoOn(join("a call of the interface ", who));
    if (!check_same(t, clause::init_one_for_the_process, looks)) return;
  }
}

}  // namespace mpitcheck

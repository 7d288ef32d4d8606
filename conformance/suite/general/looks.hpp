// SPDX-License-Identifier: BSD-3-Clause
// Looks at the interface by two callers, which must have the same view.
#pragma once

#include <string_view>
#include <utility>

#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

using Look = FunctionRef<void()>;

/// The views of one caller and, after it, of another.
struct Looks {
  View before, there;
  std::string_view who;         // "in another thread"
  bool may_be_refused = false;  // entries may be inaccessible there (E15)
  bool may_have_grown = true;   // between the two looks
};

/// Whether both saw the same numbers; if so, entries are compared too. One wrong number is enough,
/// since its cause affects other lists and entries too.
bool check_same(Test& t, Clause rule, const Looks& looks);

/// Lets another caller look after this one: `elsewhere(look)` makes it call `look`. The first look
/// queries numbers only, so that a finding shows these calls.
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

// SPDX-License-Identifier: BSD-3-Clause
// What a checker says of a history: it was right, it was wrong, or nobody can tell. The last is
// reported and never counts as examined.
#pragma once

#include <string>
#include <string_view>

#include "harness/test.hpp"

namespace mpitcheck::stress {

enum class Truth { yes, no, unknown };

struct Judgement {
  Truth truth = Truth::yes;
  std::string expected{}, actual{};  // if no
  std::string why{};                 // if unknown

  static Judgement right() { return {}; }
  static Judgement wrong(std::string expected, std::string actual) {
    return {Truth::no, std::move(expected), std::move(actual), {}};
  }
  static Judgement unclear(std::string why) { return {Truth::unknown, {}, {}, std::move(why)}; }
};

/// Gives a judgement to the test: an examination, an offender, or a note of what is missing.
inline bool judge(Test& t, Clause clause, std::string_view subject, const Judgement& judgement) {
  if (judgement.truth == Truth::unknown) {
    t.missing(judgement.why);
    return true;
  }
  return t.check(clause, std::string(subject), judgement.truth == Truth::yes, judgement.expected,
                 judgement.actual);
}

}  // namespace mpitcheck::stress

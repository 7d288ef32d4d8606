// SPDX-License-Identifier: BSD-3-Clause
// How a program tells a broken rule: the predicate that failed, over the call that it is about.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "evidence/trace.hpp"

namespace mpitcheck::evidence {

/// What stands for a parameter in a term: what the call returned.
inline constexpr int code_of_call = -1;

/// A comparison of one answer with a value, or with the same answer of an earlier call.
struct Term {
  enum class Op { equal, differs, less, greater };

  std::size_t call = 0;  ///< number in the story
  int parameter = code_of_call;
  Op op = Op::equal;
  std::string value;                   ///< as Call tells answers
  std::optional<std::size_t> earlier;  ///< compared with this call's answer instead of `value`
};

/// All of its terms, about one call, hold: the rule is broken. Without terms only a crash or a hang
/// shows it.
using Check = std::vector<Term>;

/// A call that broke a rule, the one that it is compared with, and how that is told.
struct Question {
  std::size_t call = 0;
  std::optional<std::size_t> earlier;
  Check check;
};

/// The call that the story's complaint is about: the last one of its function that answered what
/// the fact says was seen, or the one that did not return. Nothing if no call of the story answered
/// that, or if the complaint states no fact.
std::optional<Question> question_of(const Story& story);

}  // namespace mpitcheck::evidence

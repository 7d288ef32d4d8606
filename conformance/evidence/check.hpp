// SPDX-License-Identifier: BSD-3-Clause
// How a program tells a wrong answer: terms over what calls answered.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evidence/trace.hpp"

namespace mpitcheck::evidence {

/// What stands for a parameter in a term.
inline constexpr int code_of_call = -1;    ///< what the call returned
inline constexpr int events_by_then = -2;  ///< event callbacks until its end
inline constexpr int frees_by_then = -3;   ///< callbacks of freed event handles

/// A comparison of one answer with a value, or with the same answer of an earlier call.
struct Term {
  enum class Op { equal, differs, less, greater };

  std::size_t call = 0;  ///< number in the story
  int parameter = code_of_call;
  Op op = Op::equal;
  std::string value;                   ///< as Call tells answers
  std::optional<std::size_t> earlier;  ///< compared with this call's answer instead of `value`
};

/// All of its terms hold: the rule is broken. Without terms only a crash or a hang shows it.
using Check = std::vector<Term>;

/// Answers of one run of a program, by the story's call that it stands for.
using Answers = std::map<std::size_t, Call>;

/// Whether the term holds in that run; nothing if the run does not say.
std::optional<bool> holds(const Term& term, const Answers& answers);

/// "None of these codes came back", from call number `call`.
Check code_outside(std::size_t call, const std::vector<std::string>& allowed);

/// "What the story recorded came back": the code, and OUT values that are no handles.
Check same_answer(const Story& story, std::size_t call);

/// Of these terms those whose answers the complaint speaks of; all, if it names none of them.
Check spoken_of(const Check& check, const Story& story);

/// True if the complaint speaks of something that the call answered.
bool answers_spoken_of(const Story& story, std::size_t call);

/// A check that tells runs on a library that breaks the rule from runs on one that keeps it: about
/// the latest call possible, and of its answers the one that differs most plainly. Nothing if the
/// runs do not differ.
std::optional<Check> telling_apart(const std::vector<Answers>& broken,
                                   const std::vector<Answers>& kept, std::size_t preferred);

}  // namespace mpitcheck::evidence

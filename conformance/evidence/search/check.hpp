// SPDX-License-Identifier: BSD-3-Clause
// How a program tells a broken rule: the predicate that failed, over the call that it is about.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/evidence/program/output.hpp"
#include "conformance/evidence/search/objects.hpp"
#include "conformance/evidence/search/trace.hpp"

namespace mpitcheck::evidence {

/// A part of a call of the story.
struct Place {
  std::size_t call = 0;  ///< its number
  Output output;
};

/// A part of a sum.
struct Addend {
  Place place;
  bool minus = false;
};

/// A comparison of one answer with a value, or with what other calls told.
struct Term {
  enum class Op { equal, differs, less, greater, at_least, at_most };

  Place place;
  Op op = Op::equal;
  std::string value = {};           ///< as Call tells answers
  std::vector<Addend> others = {};  ///< compared with their sum instead of `value`
  std::string slack = {};           ///< and this number with its sign; may be empty

  /// Callbacks are counted; those since the first of `others`, if there is one.
  [[nodiscard]] bool counts() const { return place.output.parameter <= times_called; }
  /// The first of what it is compared with, or null.
  [[nodiscard]] const Place* other() const { return others.empty() ? nullptr : &others[0].place; }
  /// All places.
  [[nodiscard]] std::vector<Place> places() const;
};

/// What an answer is to what was wanted if the relation does not hold.
Term::Op broken(Relation relation);

/// All of its terms hold behind the call `judged`, the last one that they are about: the rule is
/// broken. Without terms only a crash or a hang shows it.
struct Check {
  std::size_t judged = 0;
  std::vector<Term> terms = {};

  std::optional<std::size_t> witness = {};  ///< a call that it needs beside those that it is about

  /// The calls that it needs, each once, in their order.
  [[nodiscard]] std::vector<std::size_t> calls() const;
};

/// The callback in which the call was made, or which it is.
std::optional<std::size_t> callback_of(const std::vector<Call>& calls, std::size_t call);

/// The call that the story's complaint is about: the last one of its function that answered what
/// the fact says was seen, or the one that did not return. Nothing if no call of the story answered
/// that, or if the complaint states no fact.
/// `objects`: those of the story.
std::optional<Check> check_of(const Story& story, const Objects& objects);

}  // namespace mpitcheck::evidence

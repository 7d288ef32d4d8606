// SPDX-License-Identifier: BSD-3-Clause
// The clauses that a property judges, and the end of a case that broke one.
#pragma once

#include <bitset>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "mpitcheck/clauses.hpp"
#include "properties/oracle/foretold_value.hpp"
#include "properties/oracle/target.hpp"

namespace mpitcheck::properties {

/// Thrown when a clause is broken; ends the case.
struct Broken {
  Clause clause;
  std::string subject, expected, actual;
  /// Without the function, since nothing is recorded. A check in words has no fact.
  std::optional<Fact> fact = {};
};

/// Thrown by a case that reached a known finding. The calls after it cannot be judged.
struct Abandoned {};

/// A set of codes, in the order in which they are named.
class Codes {
 public:
  Codes(std::initializer_list<int> codes) : Codes(std::span(codes.begin(), codes.size())) {}
  explicit Codes(std::span<const int> codes) {
    for (const int code : codes) add(code);
  }
  void add(int code) {
    if (!contains(code) && count_ < most) codes_[count_++] = code;
  }
  [[nodiscard]] bool contains(int code) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (codes_[i] == code) return true;
    }
    return false;
  }
  [[nodiscard]] std::span<const int> all() const { return {codes_, count_}; }

 private:
  static constexpr std::size_t most = 6;
  int codes_[most]{};
  std::size_t count_ = 0;
};

/// Counts examinations of the judged clauses, and throws Broken.
class Judge {
 public:
  /// Judges `cited`, except for clauses that `known` findings have shown broken.
  Judge(std::span<const Clause> cited, std::span<const Clause> known);

  [[nodiscard]] bool judges(Clause clause) const { return judged_[clause.number]; }

  /// Counts one examination, of the first of `suspects` (most likely first) that is judged.
  /// Expectations come from the makers of the harness and of oracle/words.hpp. The subject is a
  /// text, an object with label(), or a callable that returns either, which is used only on
  /// failure. A failure that is known or outside this property also ends the case, since the
  /// target's state is unknown then.
  template <class Subject, class MakeFact>
  void check(std::span<const Clause> suspects, const Subject& subject,
             const Expected<MakeFact>& expected) const {
    examine(suspects, expected.ok(),
            [&](Clause clause) { return broken(clause, to_text(subject), expected.fact()); });
  }

  template <class Subject, class MakeFact>
  void check(Clause clause, const Subject& subject, const Expected<MakeFact>& expected) const {
    check(std::span(&clause, 1), subject, expected);
  }

  /// check() of a value that the last call returned.
  template <class Subject>
  void check(std::span<const Clause> suspects, const Subject& subject,
             const ForetoldValue& expected) const {
    examine(suspects, expected.ok(), [&](Clause clause) {
      return Broken{clause, to_text(subject), expected.wanted(), expected.seen(), expected.fact()};
    });
  }

  /// check() of an output that no later call depends on: a failure outside this property is
  /// ignored.
  template <class Subject, class MakeFact>
  void output(Clause clause, const Subject& subject, const Expected<MakeFact>& expected) const {
    if (judged_[clause.number]) check(clause, subject, expected);
  }

  /// check() that `code` is one of `allowed`.
  template <class Subject>
  void code(Clause clause, const Subject& subject, int code, const Codes& allowed) const {
    check(clause, subject, is_code(code, allowed.all()));
  }

  /// check() of a call that is, or may be, refused: a wrong error code has no further effect, so a
  /// failure outside this property is ignored unless the call succeeded.
  template <class Subject>
  void refusal(Clause clause, const Subject& subject, int code, const Codes& allowed) const {
    if (judged_[clause.number] || code == MPI_SUCCESS) this->code(clause, subject, code, allowed);
  }

 private:
  template <class MakeBroken>
  void examine(std::span<const Clause> suspects, bool ok, const MakeBroken& make_broken) const {
    const Clause* const suspect = first(suspects);
    if (suspect != nullptr && judged_[suspect->number]) {
      count(*suspect);
      if (!ok) throw make_broken(*suspect);
    }
    if (!ok) throw Abandoned{};
  }
  [[nodiscard]] const Clause* first(std::span<const Clause> suspects) const {
    for (const Clause& clause : suspects) {
      if (judged_[clause.number] || known_[clause.number]) return &clause;
    }
    return nullptr;
  }
  static void count(Clause clause) {
    ++account().examined[clause.number];
    if (!call_mode().examined) ++account().judged;
    call_mode().examined = true;
  }
  static Broken broken(Clause clause, std::string subject, Fact fact);

  std::bitset<clause_count> judged_, known_;
};

}  // namespace mpitcheck::properties

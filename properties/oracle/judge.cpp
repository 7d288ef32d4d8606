// SPDX-License-Identifier: BSD-3-Clause
// Sets of clauses and codes.
#include "properties/oracle/judge.hpp"

namespace mpitcheck::properties {

Judge::Judge(std::span<const Clause> cited, std::span<const Clause> known) {
  for (const Clause clause : cited) judged_.set(clause.number);
  for (const Clause clause : known) {
    judged_.reset(clause.number);
    known_.set(clause.number);
  }
}

// With a fact, a report would charge the last function, and words charge none.
Broken Judge::broken(Clause clause, std::string subject, Fact fact) {
  if (fact.relation == Relation::is) {
    return {clause, std::move(subject), fact.wanted.front(), fact.seen};
  }
  Broken broken{clause, std::move(subject), expected_text(fact), fact.seen};
  broken.fact = std::move(fact);
  return broken;
}

}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// The cause of an offence.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {
namespace {

/// Outputs that several functions fill in alike: a library has one piece of code for them.
constexpr std::string_view shared_outputs[] = {"name",     "name_len", "desc", "desc_len",
                                               "datatype", "enumtype", "bind", "verbosity"};

/// Functions on one kind of object are siblings: they share checks and translations of errors.
std::string siblings_of(const std::string& function) {
  for (const std::string_view kind : {"cvar", "pvar", "category", "enum", "event", "source"}) {
    const std::string beginning = fmt::format("MPI_T_{}_", kind);
    if (function.starts_with(beginning)) return beginning + "*";
  }
  return function;
}

std::string kind_of_answer(const Fact& fact) {
  if (fact.seen.starts_with('"')) return fact.seen == "\"\"" ? "empty" : "text";
  const auto seen = as_number(fact.seen);
  const auto wanted = fact.wanted.empty() ? std::nullopt : as_number(fact.wanted.front());
  if (!seen || !wanted) return "other";
  return *seen == 0 ? "0" : *seen < *wanted ? "less" : "more";
}

/// The process is gone, or the call does not return. How it goes (signal, exit code) may differ
/// from run to run where memory is destroyed.
std::string kind_of_end(const Fact& fact) {
  return fact.seen.starts_with("no end") ? "hangs" : "ends";
}

/// Of numbers without a name the library has new ones each time.
std::string kind_of_code(const std::string& code) {
  return code.starts_with("MPI") ? code : "no code of MPI_T";
}

/// A code that is not what is wanted. Wanted is success: the function fails. Wanted is an error:
/// the first one listed names the check that is missing or answers otherwise.
Cause wrong_code(const Fact& fact) {
  const auto error =
      std::ranges::find_if(fact.wanted, [](auto& code) { return code != "MPI_SUCCESS"; });
  if (error == fact.wanted.end()) return {fact.function, "code", kind_of_code(fact.seen)};
  const bool forbidden = fact.relation == Relation::none_of;
  return {siblings_of(fact.function), (forbidden ? "code not " : "code ") + *error,
          kind_of_code(fact.seen)};
}

/// The error that the clause wants of a wrong call; empty where it lets the call succeed, too.
std::string error_wanted_by(std::string_view clause) {
  const ClauseData* const found = find_clause(clause);
  const bool refuses = found != nullptr && !found->codes.empty() &&
                       std::ranges::find(found->codes, "MPI_SUCCESS") == found->codes.end();
  return refuses ? std::string(found->codes.front()) : std::string();
}

/// Calls on a wrong object die of a check that is missing, right ones of something else.
Cause death(const Fact& fact, const std::string& function, const std::string& clause) {
  const std::string error = error_wanted_by(clause), siblings = siblings_of(function);
  if (error.empty() || siblings == function) return {function, "survives", kind_of_end(fact)};
  return {siblings, "survives " + error, kind_of_end(fact)};
}

Cause cause_of(Fact fact, const std::string& clause) {
  if (fact.function.starts_with("PMPI_")) fact.function.erase(0, 1);  // the same code, called so
  const bool one_function = !fact.function.empty() && fact.function.find(' ') == std::string::npos;
  switch (fact.relation) {
    case Relation::declared:
      return {"mpi.h", "declares", ""};
    case Relation::survives:
      return death(fact, one_function ? fact.function : clause, clause);
    default:
      break;
  }
  const bool before = fact.compares_with_before();
  if (fact.output == code_output) {
    const bool fails = !fact.wanted.empty() && fact.wanted.front() == "MPI_SUCCESS";
    return before && !fails ? Cause{fact.function, "code as before", fact.seen} : wrong_code(fact);
  }
  // "indices" of "indices[3]", "num" of "num - 1".
  const std::string output = fact.output.substr(0, fact.output.find_first_of("[ "));
  const bool shared = std::ranges::find(shared_outputs, output) != std::end(shared_outputs);
  return {shared ? output : fact.function + "." + output, before ? "as before" : "value",
          kind_of_answer(fact)};
}

}  // namespace

Cause cause_of(const Failure& failure, std::string_view test) {
  const std::string rule = failure.clause.empty() ? std::string(test) : failure.clause;
  Cause cause = failure.fact ? cause_of(*failure.fact, rule) : Cause{rule, "clause", ""};
  cause.optional = failure.level == "quality";
  return cause;
}

std::string id_of(const Cause& cause) {
  const std::uint64_t key = fingerprint(fmt::format("{}\n{}\n{}\n{}", cause.about, cause.predicate,
                                                    cause.answer, cause.optional ? "?" : ""));
  return fmt::format("F-{:06x}", key >> 40U);
}

}  // namespace mpitcheck

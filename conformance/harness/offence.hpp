// SPDX-License-Identifier: BSD-3-Clause
// One way in which a clause was broken, as the test states it, the runner reads it and reports tell
// it. What it is about stands in its Fact: nobody reads the words for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// What an answer should have been, compared with `wanted`.
enum class Relation {
  one_of,           ///< any of `wanted`
  none_of,          ///< none of them
  at_least,         ///< the first of them, or more
  at_most,          ///< the first of them, or less
  as_before,        ///< the first of them, which the same call answered earlier
  at_least_before,  ///< that, or more
  declared,         ///< mpi.h declares the name that `output` is: nothing is wanted but that
  survives,         ///< the call returns: nothing is wanted but that
};

/// The word used in records and reports, e.g. "one-of".
std::string_view name(Relation relation);
std::optional<Relation> relation_named(std::string_view word);

/// Whether what is wanted is an earlier answer of the same function.
inline bool compares_with_before(Relation relation) {
  return relation == Relation::as_before || relation == Relation::at_least_before;
}

/// "MPI_T_x" of "MPI_T_x(arguments)".
inline std::string function_of(std::string_view call) {
  return std::string(call.substr(0, call.find('(')));
}

/// The output that a call returns.
inline constexpr std::string_view code_output = "code";

/// One answer and what it should have been.
struct Fact {
  std::string function;  ///< "MPI_T_cvar_get_info": the last one that was called
  std::string output;    ///< its parameter, e.g. "name_len"; "code": what it returned; empty with
                         ///< Relation::survives
  Relation relation = Relation::one_of;
  std::vector<std::string> wanted;  ///< in the syntax of C: numbers, names of constants, "texts"
  std::string seen;  ///< the same; how the process ended ("SIGSEGV", "exit code 1", "no end"),
                     ///< with Relation::survives
};

/// An answer as a number, if it is one.
std::optional<double> as_number(std::string_view answer);
/// Whether the answer is as it should be; texts that are no numbers are neither more nor less.
bool holds(const Fact& fact);
/// "MPI_SUCCESS or MPI_T_ERR_INVALID", "1 or more": for people.
std::string wanted_text(const Fact& fact);
/// The same with the output before it, unless that is what the call returns: "desc_len 1 or more".
std::string expected_text(const Fact& fact);

struct Offence {
  std::string clause = {};
  std::string subject = {};   ///< the variable or object concerned
  std::string expected = {};  ///< for people, as `actual`
  std::string actual = {};
  std::string phase = {};               ///< e.g. "before MPI_Init"; may be empty
  std::vector<std::string> calls = {};  ///< the last ones before it, with arguments and codes
  bool crash = false;                   ///< a process that the test forked for this died over it
  std::optional<Fact> fact = {};        ///< nothing: the rule is no comparison of one answer
};

void to_json(nlohmann::json& out, const Fact& fact);
/// As an object of texts, lists and, perhaps, "fact". Reading is of untrusted text: throws
/// nlohmann::json::exception where the clause is missing or a type is wrong.
void to_json(nlohmann::json& out, const Offence& offence);
void from_json(const nlohmann::json& in, Offence& offence);

}  // namespace mpitcheck

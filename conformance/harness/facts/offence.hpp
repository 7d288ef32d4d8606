// SPDX-License-Identifier: BSD-3-Clause
// One way in which a clause was broken, as the test states it, the runner reads it and reports tell
// it. What it is about is in its Fact: nobody reads the words for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// What an answer should have been, compared with `wanted`.
enum class Relation {
  one_of,    ///< any of `wanted`
  none_of,   ///< none of them
  at_least,  ///< the first of them, or more
  at_most,   ///< the first of them, or less
  above,     ///< more than the first of them
  below,     ///< less than that
  declared,  ///< mpi.h declares the name that `output` is: nothing is wanted but that
  survives,  ///< the call returns: nothing is wanted but that
  is,        ///< what `wanted` says in words, as of a kind of name: no program can compare it
};

/// The word used in records and reports, e.g. "one-of".
std::string_view name(Relation relation);
std::optional<Relation> relation_named(std::string_view word);

/// "MPI_T_x" of "MPI_T_x(arguments)".
inline std::string function_of(std::string_view call) {
  return std::string(call.substr(0, call.find('(')));
}

/// The output that a call returns.
inline constexpr std::string_view code_output = "code";

/// Stands for the function in facts about constants.
inline constexpr std::string_view mpi_header = "mpi.h";

/// Where a value comes from.
struct Answer {
  std::string function;  ///< "MPI_T_cvar_get_info"
  std::string output;    ///< its parameter ("name_len"), one of an array ("indices[2]"), a text's
                         ///< length ("strlen(name)"), how many elements of a buffer there are up
                         ///< to the last one written ("extent(buf)"), some element that no
                         ///< program could name ("buf[*]"), any of these and a number
                         ///< ("num - 1"), or "code": what it returned. No program is made of
                         ///< what is none of these ("bytes printed", "gain")
  std::optional<int> number = {};  ///< which object it is about (its index), if not the same
  std::string value = {};          ///< what it answered; empty: the first that is wanted
  bool minus = false;              ///< is taken away from the others
  bool later = false;              ///< was asked for after the answer that is judged
};

/// One answer and what it should have been.
struct Fact {
  std::string function;  ///< as Answer; the last one that was called; or `mpi_header`; may be empty
                         ///< with Relation::is
  std::string output;    ///< as Answer; empty with Relation::survives; the name of a constant
  Relation relation = Relation::one_of;
  std::vector<std::string> wanted;  ///< in the syntax of C: numbers, names of constants, "texts"
  std::string seen;  ///< the same; how the process ended ("SIGSEGV", "exit code 1", "no end"),
                     ///< with Relation::survives
  /// The first that is wanted is the sum of these, answers or arguments in the order of their
  /// calls, and of `slack`, a number with its sign. None: the rule names it, or the test chose it.
  std::vector<Answer> sources = {};
  std::string slack = {};
  /// The rule is about objects of which this was reported, e.g. counters; with Relation::survives:
  /// the call was about all handles at once.
  std::optional<Answer> given = {};
  std::optional<int> number = {};  ///< which object the call was about (its index), if it was not
                                   ///< the last of its function
  std::vector<std::string> frames = {};  ///< of the library, where a fault ended the process; the
                                         ///< innermost first: "libmpi.so.40+0x8a2b0 symbol+0x1c"
  /// With Relation::survives, where no call was in progress and the frames name the function: the
  /// last call, which had returned.
  std::string after = {};

  /// Whether what is wanted is what the same call answered at another time.
  [[nodiscard]] bool compares_with_before() const {
    return sources.size() == 1 && sources[0].function == function && sources[0].output == output &&
           !sources[0].number && sources[0].value.empty();
  }
};

/// That `call`, "MPI_T_x(arguments)", did not return: how the process ended, in which frames.
Fact death_in(std::string_view call, std::string how, std::vector<std::string> frames);

/// "SIGSEGV in MPI_T_x(arguments)", "SIGSEGV in MPI_T_x, after MPI_T_y(arguments) returned".
std::string seen_in(const Fact& death, std::string_view call);

/// Whether an answer is a handle: "@<hexadecimal>".
inline bool is_handle(std::string_view answer) { return answer.starts_with('@'); }
/// "MPI_SUCCESS or MPI_T_ERR_INVALID", "1 or more": for people.
std::string wanted_text(const Fact& fact);
/// The same with the output before it, unless that is what the call returns: "desc_len 1 or more".
std::string expected_text(const Fact& fact);
/// What was seen instead, for people: the number of a handle tells them nothing.
std::string seen_text(const Fact& fact);

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

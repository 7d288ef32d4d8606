// SPDX-License-Identifier: BSD-3-Clause
// One way in which a clause was broken. The test states it, the runner reads it, and reports print
// it. Programs read its Fact; they never parse the text for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// The relation that an answer should have to `wanted`.
enum class Relation {
  one_of,    ///< any of `wanted`
  none_of,   ///< not one of `wanted`
  at_least,  ///< the first of `wanted`, or more
  at_most,   ///< the first of `wanted`, or less
  above,     ///< more than the first of `wanted`
  below,     ///< less than the first of `wanted`
  declared,  ///< mpi.h declares the name `output`; `wanted` is empty
  survives,  ///< the call returns; `wanted` is empty
  is,        ///< what `wanted` describes in words, as in a kind of name; no program can compare it
};

/// The word used in records and reports, e.g. "one-of".
std::string_view name(Relation relation);
std::optional<Relation> relation_named(std::string_view word);

/// "MPI_T_x" of "MPI_T_x(arguments)".
inline std::string function_of(std::string_view call) {
  return std::string(call.substr(0, call.find('(')));
}

/// The output that stands for the code that a call returns.
inline constexpr std::string_view code_output = "code";

/// Stands for the function in facts about constants.
inline constexpr std::string_view mpi_header = "mpi.h";

/// Where a value comes from.
struct Answer {
  std::string function;  ///< "MPI_T_cvar_get_info"
  /// The parameter ("name_len"), an element of an array ("indices[2]"), the length of a text
  /// ("strlen(name)"), the number of elements of a buffer up to the last one written
  /// ("extent(buf)"), an element that no program can name ("buf[*]"), any of these plus a number
  /// ("num - 1"), or "code". No reproducer is made for other outputs ("bytes printed", "gain").
  std::string output;
  std::optional<int> number = {};  ///< which object it is about (its index), if another one
  std::string value = {};          ///< the answer; empty: the first of `wanted`
  bool minus = false;              ///< is subtracted from the others
  bool later = false;              ///< was obtained after the answer that is judged
};

/// One answer, and the values that it should have had.
struct Fact {
  /// As in Answer, or `mpi_header`. Empty stands for the last function that was called. With
  /// Relation::is it stands for none.
  std::string function;
  std::string output;  ///< as in Answer; the name of a constant; empty with Relation::survives
  Relation relation = Relation::one_of;
  std::vector<std::string> wanted;  ///< in C syntax: numbers, names of constants, "texts"
  /// In C syntax. With Relation::survives, how the process ended ("SIGSEGV", "exit code 1", "no
  /// end").
  std::string seen;
  /// The first of `wanted` is the sum of these answers or arguments, in the order of their calls,
  /// and of `slack`, a signed number. If there are none, the rule names the value or the test chose
  /// it.
  std::vector<Answer> sources = {};
  std::string slack = {};
  /// The rule applies to objects with this answer, e.g. counters. With Relation::survives: the call
  /// was about all handles at once.
  std::optional<Answer> given = {};
  /// Which object the call was about (its index), if it was not the last call of its function.
  std::optional<int> number = {};
  /// Frames of the library where a fault ended the process, innermost first: "libmpi.so.40+0x8a2b0
  /// symbol+0x1c".
  std::vector<std::string> frames = {};
  /// With Relation::survives, if no call was in progress and the frames name the function: the last
  /// call that returned.
  std::string after = {};

  /// Whether the wanted value is what the same call returned at another time.
  [[nodiscard]] bool compares_with_before() const {
    return sources.size() == 1 && sources[0].function == function && sources[0].output == output &&
           !sources[0].number && sources[0].value.empty();
  }
};

/// The fact that `call`, "MPI_T_x(arguments)", did not return. `how` and `frames`: see Fact::seen
/// and Fact::frames.
Fact death_in(std::string_view call, std::string how, std::vector<std::string> frames);

/// "SIGSEGV in MPI_T_x(arguments)", "SIGSEGV in MPI_T_x, after MPI_T_y(arguments) returned".
std::string seen_in(const Fact& death, std::string_view call);

/// Whether an answer is a handle: "@<hexadecimal>".
inline bool is_handle(std::string_view answer) { return answer.starts_with('@'); }
/// `wanted` as text for people: "MPI_SUCCESS or MPI_T_ERR_INVALID", "1 or more".
std::string wanted_text(const Fact& fact);
/// wanted_text() after the output's name, which is left out for codes: "desc_len 1 or more".
std::string expected_text(const Fact& fact);
/// `seen` as text for people, without the bits of handles.
std::string seen_text(const Fact& fact);

/// A broken clause, as in a record of the result file.
struct Offence {
  std::string clause = {};
  std::string subject = {};   ///< the variable or object concerned
  std::string expected = {};  ///< for people, like `actual`
  std::string actual = {};
  std::string phase = {};               ///< e.g. "before MPI_Init"; may be empty
  std::vector<std::string> calls = {};  ///< the last calls before it, with arguments and codes
  bool crash = false;                   ///< a forked child of the test died of it
  std::optional<Fact> fact = {};        ///< empty: the rule does not compare one answer
};

/// The JSON form of a fact. Empty optional members are left out.
void to_json(nlohmann::json& out, const Fact& fact);
/// The JSON form is an object of texts, lists and an optional "fact". Input is untrusted:
/// from_json() throws nlohmann::json::exception if the clause is missing or a type is wrong.
void to_json(nlohmann::json& out, const Offence& offence);
void from_json(const nlohmann::json& in, Offence& offence);

}  // namespace mpitcheck

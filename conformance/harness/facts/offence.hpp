// SPDX-License-Identifier: BSD-3-Clause
// Facts, and their texts for people. schema/records.py describes Fact and the other records. The
// runner has the same texts (ci/mpitcheck/src/mpitcheck/judge/offence.py).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mpitcheck/records.hpp"

namespace mpitcheck {

/// "MPI_T_x" of "MPI_T_x(arguments)".
inline std::string function_of(std::string_view call) {
  return std::string(call.substr(0, call.find('(')));
}

/// The fact that `call`, "MPI_T_x(arguments)", did not return. `how` and `frames`: see Fact.seen
/// and Fact.frames.
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

/// Number of recent calls that an offence shows.
inline constexpr std::size_t calls_recorded = 8;

/// The line that reports an offence.
std::string message_of(const Offence& offence);

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// What a fact is about, as a part of a call: an answer or argument, an element or the length of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conformance/evidence/search/trace.hpp"

namespace mpitcheck::evidence {

/// What stands for a parameter: what the call returned.
inline constexpr int code_of_call = -1;

/// The same for a call that hands over a function of the tool: how often it was called back since,
/// and how often other functions of its type were, or itself before.
inline constexpr int times_called = -2, times_others_called = -3;

struct Output {
  int parameter = code_of_call;
  int element = -1;     ///< of an array or a text; -1: all of it
  bool length = false;  ///< of the text
  bool extent = false;  ///< elements up to the last one written
  int offset = 0;       ///< is added

  bool operator==(const Output&) const = default;
};

/// Reads what a Fact or an Answer names; nothing if the function has no such parameter.
std::optional<Output> parse_output(std::string_view function, std::string_view output);

/// What the call told there, as Call tells it: the answer, or else the argument. Nothing if that
/// was not recorded, as what lies behind the length of an array.
std::optional<std::string> told(const Call& call, const Output& output);

/// Whether a call told what a test says: they write it differently, and a test shows the first
/// elements of a long list only.
bool same_answer(const std::string& told, const std::string& said);

/// Whether the parameter goes in only.
bool goes_in(const Call& call, int parameter);

}  // namespace mpitcheck::evidence

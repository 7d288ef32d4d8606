// SPDX-License-Identifier: BSD-3-Clause
// Text and JSON forms of a deadly call.
#include "conformance/harness/calls/deadly_call.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mpitcheck {

namespace {
constexpr std::string_view whatever = "*";
}

bool DeadlyCall::hangs() const { return how == never_returns; }

std::string DeadlyCall::label() const {
  if (object == no_object) return function;
  return function +
         (object == all_of_session ? " of all handles" : " of number " + std::to_string(object));
}

std::string DeadlyCall::end() const {
  return hangs() ? "does not return" : "ends the process (" + how + ")";
}

std::string DeadlyCall::text() const { return label() + " " + end(); }

std::string quarantine_text(const std::vector<DeadlyCall>& calls) {
  std::string text;
  for (const DeadlyCall& call : calls) {
    const std::string object =
        call.object == no_object ? std::string(whatever) : std::to_string(call.object);
    text += call.function + " " + object + " " + call.how + "\n";
  }
  return text;
}

std::vector<DeadlyCall> parse_quarantine(std::string_view text) {
  std::vector<DeadlyCall> calls;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    DeadlyCall call;
    std::string object;
    if (!(words >> call.function >> object >> std::ws) || !std::getline(words, call.how)) continue;
    if (object != whatever) {
      const char* const end = object.data() + object.size();
      if (std::from_chars(object.data(), end, call.object).ptr != end) continue;
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

void to_json(nlohmann::json& out, const DeadlyCall& call) {
  out = {{"function", call.function}, {"how", call.how}};
  if (call.object != no_object) out["object"] = call.object;
}

}  // namespace mpitcheck

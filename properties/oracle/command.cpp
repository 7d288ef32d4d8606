// SPDX-License-Identifier: BSD-3-Clause
// The text form of commands.
#include "properties/oracle/command.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::properties {

namespace {

struct KindFacts {
  std::string_view name;
  std::string_view operands;
};

constexpr KindFacts kinds[] = {
#define MPITCHECK_COMMAND(id, operands) {#id, operands},
#include "properties/oracle/kinds.inc"
#undef MPITCHECK_COMMAND
};

const KindFacts& facts(Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

// Removes and returns the part of `text` before `mark`.
std::string_view cut(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::optional<Command> parse_command(std::string_view text) {
  Command command{};
  command.profiling = text.starts_with("P:");
  if (command.profiling) text.remove_prefix(2);
  const std::string_view name = cut(text, ',');
  const auto found = std::find_if(std::begin(kinds), std::end(kinds),
                                  [&](const KindFacts& kind) { return kind.name == name; });
  if (found == std::end(kinds)) return std::nullopt;
  command.kind = static_cast<Kind>(found - std::begin(kinds));
  for (std::uint16_t* const operand : {&command.a, &command.b, &command.c}) {
    if (!parse(cut(text, ','), *operand)) return std::nullopt;
  }
  return text.empty() ? std::optional(command) : std::nullopt;
}

}  // namespace

std::string_view name_of(Kind kind) { return facts(kind).name; }

std::string text_of(const Command& command) {
  const std::string_view operands = facts(command.kind).operands;
  const auto count = operands.empty() ? 0 : 1 + std::count(operands.begin(), operands.end(), ',');
  std::string text = join(command.profiling ? "P:" : "", name_of(command.kind), "(");
  const std::uint16_t values[] = {command.a, command.b, command.c};
  for (std::ptrdiff_t i = 0; i < count; ++i) text += join(i == 0 ? "" : ", ", values[i]);
  return text + ")";
}

std::string text_of(const Sequence& sequence) {
  std::string text;
  for (const Command& command : sequence.commands) {
    text += (text.empty() ? "" : ", ") + text_of(command);
  }
  return text;
}

std::string encoded(const Sequence& sequence) {
  std::string text = std::to_string(sequence.choice);
  for (const Command& command : sequence.commands) {
    text += join(";", command.profiling ? "P:" : "", name_of(command.kind), ",", command.a, ",",
                 command.b, ",", command.c);
  }
  return text;
}

std::optional<Sequence> parse_sequence(std::string_view text) {
  Sequence sequence;
  if (!parse(cut(text, ';'), sequence.choice)) return std::nullopt;
  while (!text.empty()) {
    const auto command = parse_command(cut(text, ';'));
    if (!command) return std::nullopt;
    sequence.commands.push_back(*command);
  }
  return sequence;
}

}  // namespace mpitcheck::properties

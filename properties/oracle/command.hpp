// SPDX-License-Identifier: BSD-3-Clause
// Commands as plain values: a call with abstract operands ("the k-th open handle"). A sequence
// stays meaningful when commands are dropped.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::properties {

enum class Kind : std::uint8_t {
#define MPITCHECK_COMMAND(id, operands) id,
#include "properties/oracle/kinds.inc"
#undef MPITCHECK_COMMAND
};

inline constexpr std::size_t kind_count = 0
#define MPITCHECK_COMMAND(id, operands) +1
#include "properties/oracle/kinds.inc"
#undef MPITCHECK_COMMAND
    ;

struct Command {
  Kind kind;
  bool profiling;  // through PMPI_T_
  std::uint16_t a, b, c;

  friend bool operator==(const Command&, const Command&) = default;
};

/// The commands of one case.
struct Sequence {
  std::uint32_t choice = 0;  // selects the variables that commands index
  std::vector<Command> commands;

  friend bool operator==(const Sequence&, const Sequence&) = default;
};

std::string_view name_of(Kind kind);

/// "pvar_start(3)", with "P:" before it for PMPI_T_.
std::string text_of(const Command& command);
/// The texts of the commands in order.
std::string text_of(const Sequence& sequence);

/// The words that parse_sequence accepts: "17;pvar_start,3,0,0;..."
std::string encoded(const Sequence& sequence);
/// Nothing if the text is not one of encoded().
std::optional<Sequence> parse_sequence(std::string_view text);

}  // namespace mpitcheck::properties

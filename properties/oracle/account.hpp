// SPDX-License-Identifier: BSD-3-Clause
// The coverage of a run, in memory that its processes share, so that it survives a crash.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>

#include "mpitcheck/clauses.hpp"
#include "properties/oracle/command.hpp"

namespace mpitcheck::properties {

/// The functions of the interface, as numbers.
enum class FunctionId : std::uint8_t {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) name,
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
  count
};
inline constexpr auto function_count = static_cast<std::size_t>(FunctionId::count);

/// Codes are counted by their index in the target's list of codes. 0: MPI_SUCCESS; the last: any
/// other code.
inline constexpr std::size_t code_places = 24;
inline constexpr std::size_t class_places = 11;  // of pvars, in the order of the constants
inline constexpr std::size_t longest_sequence = 1000;

/// The indices of usable variables, determined once for all stages of a phase.
struct Usable {
  bool known = false;
  std::bitset<1U << 16U> cvars, pvars;
};

/// Counts, and the current case. Plain data: one process at a time writes it, and its parent reads
/// it after its end.
struct Account {
  std::uint64_t cases = 0;
  std::uint64_t abandoned = 0;  // cases that reached a known finding
  std::uint64_t calls = 0;
  std::uint64_t judged = 0;  // calls for which a clause was examined
  std::array<std::uint64_t, kind_count> performed{};
  std::array<std::uint64_t, kind_count> skipped{};
  std::array<std::array<std::uint64_t, code_places>, function_count> codes{};
  std::array<std::uint64_t, clause_count> examined{};
  /// Handles by class and flags (1 readonly, 2 continuous, 4 atomic, 8 bound).
  std::array<std::array<std::uint64_t, 16>, class_places> pvar_kinds{};

  std::uint32_t choice = 0;
  std::uint32_t length = 0;
  std::uint32_t at = 0;             // index of the current command
  std::uint64_t recorded_from = 0;  // calls recorded before a recorded case
  std::array<Command, longest_sequence> sequence{};
};

/// The account of this program, shared with its forked children, and the usable variables.
Account& account();
Usable& usable();

}  // namespace mpitcheck::properties

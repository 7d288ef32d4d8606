// SPDX-License-Identifier: BSD-3-Clause
// The rules of the catalogue without their texts: names, levels, versions, codes. A change of a
// text therefore does not rebuild tests. All functions are thread-safe.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string_view>

#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

/// How binding a clause is. Only `must` decides the gate. `quality` is a check that the standard
/// lets a library skip. `advice` records a choice that the standard leaves open.
enum class Level { must, should, quality, advice };

/// A version of the MPI standard. The names end in "_" because <sys/sysmacros.h> may define `major`
/// and `minor` as macros.
struct Version {
  int major_ = 0;
  int minor_ = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): it sees the 0 that is in a defaulted <=>
  constexpr auto operator<=>(const Version&) const = default;
};

/// One clause of the catalogue without its texts. All strings live as long as the program.
struct ClauseKey {
  std::string_view id;
  Level level = Level::must;
  Version since;
  /// The first version without the clause.
  std::optional<Version> until;
  /// The return codes and functions that the clause names.
  std::span<const std::string_view> codes;
  std::span<const std::string_view> functions;
};

/// Every clause, in the order of Clause::number.
std::span<const ClauseKey> clause_keys();

/// The data of a clause.
const ClauseKey& data(Clause clause);

/// Whether `clause` is a rule of `version`.
bool applies(const ClauseKey& clause, Version version);

/// "must", "should", "quality" or "advice".
std::string_view to_string(Level level);

}  // namespace mpitcheck

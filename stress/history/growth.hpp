// SPDX-License-Identifier: BSD-3-Clause
// Lists that grow while threads read them: numbers only rise, and entries never change.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

/// One observation of a thread: a length, the update number, or an entry.
struct Sight {
  enum class Kind : std::uint8_t { length, update_number, entry };
  Kind kind;
  std::uint8_t list;
  bool found;           // entry: the query succeeded
  bool no_such_index;   // entry: the code of an inactive (A16) or inaccessible (E15) one
  std::int32_t number;  // the length, the update number, the index
  std::uint64_t digest;
};

/// An entry at the end; `found` as in Sight.
struct Settled {
  bool found;
  std::uint64_t digest;
};

/// An entry at the end, and the same entry when a thread saw it.
struct Distinction {
  std::string expected, actual;
};
using Distinguish = std::function<Distinction(const Sight&)>;

/// `settled[list]` are the entries of each list at the end. An entry below the length that looks
/// inactive is unclear. `distinguish` is called for an entry that differed from its state at the
/// end.
Judgement check_growth(std::span<const Sight> sights,
                       std::span<const std::span<const Settled>> settled,
                       const Distinguish& distinguish);

}  // namespace mpitcheck::stress

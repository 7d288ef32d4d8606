// SPDX-License-Identifier: BSD-3-Clause
// Lists that grow while threads read them: numbers only rise, and what an entry says at first it
// says at last.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "stress/history/history.hpp"

namespace mpitcheck::stress {

/// What one thread saw, in its order: a length that was returned, the update number, or an entry.
struct Sight {
  enum class Kind : std::uint8_t { length, update_number, entry };
  Kind kind;
  std::uint8_t list;
  bool found;           // entry: the query succeeded
  bool no_such_index;   // entry: it answered as if inactive (A16), or out of reach (E15)
  std::int32_t number;  // the length, the update number, the index
  std::uint64_t digest;
};

/// What an entry says when all is over; `found` as above.
struct Settled {
  bool found;
  std::uint64_t digest;
};

/// What an entry says in the end, and what it said when it was seen.
struct Distinction {
  std::string expected, actual;
};
using Distinguish = std::function<Distinction(const Sight&)>;

/// `settled[list]` are the entries of each list at the end. An entry below the length that answers
/// as an inactive variable may is unclear. `distinguish` is
/// asked about an entry that was not as it is in the end.
Judgement check_growth(std::span<const Sight> sights,
                       std::span<const std::span<const Settled>> settled,
                       const Distinguish& distinguish);

}  // namespace mpitcheck::stress

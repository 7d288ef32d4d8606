// SPDX-License-Identifier: BSD-3-Clause
// Writes and reads of one variable by several threads: each read gives a value that was written as
// a whole, and none that a later write had replaced for sure.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "stress/history/judgement.hpp"
#include "stress/history/tickets.hpp"

namespace mpitcheck::stress {

struct Access {
  bool writes;
  std::uint64_t value;
  Span span;
};

/// Judges all reads among `accesses` (of all threads, in any order). Before the first access the
/// variable held `initial`; no value is written twice, and `initial` is not written.
Judgement check_whole_values(std::span<const Access> accesses, std::uint64_t initial);

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// The target's objects as its first queries report them: the metadata that must not change, and the
// usable variables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck {
class Test;
}

namespace mpitcheck::properties {

struct Survey {
  /// Makes all queries that are possible now. Forked children try which variables can be used,
  /// unless only queries are wanted.
  static Survey take(Test& t, bool with_use);

  std::vector<CvarInfo> cvars;
  std::vector<PvarInfo> pvars;
  std::vector<EnumInfo> enums;
  std::vector<EventInfo> events;
  CategorySnapshot categories;
  int category_number = -1;  // the update number of `categories`; -1 if it kept changing

  /// Indices in `cvars` of those that can be allocated, read and freed.
  std::vector<int> usable_cvars;
  /// Indices in `pvars` of those that can be allocated, started, read and stopped, grouped by
  /// class, datatype, flags and binding.
  std::vector<std::vector<int>> usable_pvars;
};

/// The variables and event types of one case: few, so that commands meet on them.
struct ChosenVariables {
  ChosenVariables(const Survey& survey, std::uint32_t seed);

  std::vector<int> cvars;  // indices in Survey::cvars
  std::vector<int> pvars;  // indices in Survey::pvars
};

/// A small generator with the same results on every machine.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

 private:
  std::uint64_t state_;
};

}  // namespace mpitcheck::properties

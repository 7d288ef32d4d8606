// SPDX-License-Identifier: BSD-3-Clause
// What the target has, as it first answered: the metadata that must not change, and what can be
// used.
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
  /// Asks for everything that can be queried now; tries in forked children which variables can be
  /// used, unless only queries are wanted.
  static Survey take(Test& t, bool with_use);

  std::vector<CvarInfo> cvars;
  std::vector<PvarInfo> pvars;
  std::vector<EnumInfo> enums;
  std::vector<EventInfo> events;
  CategorySnapshot categories;
  int category_number = -1;  // the update number of `categories`; -1 if it moved meanwhile

  /// Places in `cvars` of those that can be allocated, read and freed.
  std::vector<int> usable_cvars;
  /// Places in `pvars` of those that can be allocated, started, read and stopped, grouped by
  /// class, datatype, flags and binding.
  std::vector<std::vector<int>> usable_pvars;
};

/// The variables and event types that one case plays with: few, so that commands meet.
struct ChosenVariables {
  ChosenVariables(const Survey& survey, std::uint32_t seed);

  std::vector<int> cvars;  // places in Survey::cvars
  std::vector<int> pvars;  // places in Survey::pvars
};

/// A small generator, so that a choice is the same on every machine.
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

// SPDX-License-Identifier: BSD-3-Clause
// Checks what one thread saw, in order.
#include "stress/history/growth.hpp"

#include <array>
#include <utility>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::stress {

namespace {

constexpr std::size_t most_lists = 4;

Judgement check_entry(const Sight& sight, std::span<const Settled> settled,
                      const Distinguish& distinguish) {
  const auto index = static_cast<std::size_t>(sight.number);
  if (index >= settled.size()) {
    return Judgement::wrong(join("an index below ", settled.size(), ", the length in the end"),
                            join(index));
  }
  const Settled& last = settled[index];
  if (!last.found) return Judgement::right();  // it became inactive
  if (sight.no_such_index) return Judgement::unclear("entries that can be queried once counted");
  if (sight.found && sight.digest == last.digest) return Judgement::right();
  Distinction distinction = distinguish(sight);
  return Judgement::wrong(std::move(distinction.expected), std::move(distinction.actual));
}

}  // namespace

Judgement check_growth(std::span<const Sight> sights,
                       std::span<const std::span<const Settled>> settled,
                       const Distinguish& distinguish) {
  std::array<std::int32_t, most_lists> lengths{};
  std::int32_t update_number = 0;
  Judgement unclear = Judgement::right();
  for (const Sight& sight : sights) {
    if (sight.kind == Sight::Kind::update_number) {
      if (sight.number < update_number) {
        return Judgement::wrong(join("an update number of at least ", update_number),
                                join(sight.number));
      }
      update_number = sight.number;
    } else if (sight.kind == Sight::Kind::length) {
      std::int32_t& length = lengths.at(sight.list);
      if (sight.number < length) {
        return Judgement::wrong(join("a length of at least ", length), join(sight.number));
      }
      length = sight.number;
    } else {
      Judgement judgement = check_entry(sight, settled[sight.list], distinguish);
      if (judgement.truth == Truth::no) return judgement;
      if (judgement.truth == Truth::unknown) unclear = judgement;
    }
  }
  return unclear;
}

}  // namespace mpitcheck::stress

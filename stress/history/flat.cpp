// SPDX-License-Identifier: BSD-3-Clause
// Reads /proc, and compares the growth of stretches.
#include "stress/history/flat.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

namespace {

constexpr long least_bytes = 16;
constexpr long least_kibibytes = 64;
constexpr std::uint64_t least_rounds = 100;

}  // namespace

Footprint Footprint::now() {
  Footprint footprint{0, 0};
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;) {
    if (word == "Anonymous:") file >> footprint.kibibytes;
  }
  if (footprint.kibibytes == 0) throw CannotGoOn("a system with /proc/self/smaps_rollup");
  const std::filesystem::directory_iterator descriptors("/proc/self/fd");
  footprint.descriptors = static_cast<int>(std::distance(begin(descriptors), end(descriptors)));
  return footprint;
}

Judgement check_flat(std::span<const Stretch> stretches) {
  bool grows = stretches.size() > 2;
  bool opens = grows;
  std::uint64_t rounds = 0;
  for (std::size_t i = 1; i < stretches.size(); ++i) {
    const Footprint& before = stretches[i - 1].after;
    const Footprint& after = stretches[i].after;
    if (stretches[i].rounds < least_rounds) {
      return Judgement::unclear(join(least_rounds, " rounds in each stretch"));
    }
    rounds += stretches[i].rounds;
    const long gain = after.kibibytes - before.kibibytes - stretches[i].background;
    grows = grows && gain >= least_kibibytes &&
            gain * 1024 >= least_bytes * static_cast<long>(stretches[i].rounds);
    const long opened = after.descriptors - before.descriptors;
    opens = opens && opened > stretches[i].background_descriptors;
  }
  if (stretches.size() <= 2) return Judgement::unclear("enough stretches");
  const Footprint& first = stretches.front().after;
  const Footprint& last = stretches.back().after;
  if (opens) {
    return Judgement::wrong(
        "descriptors that are closed",
        join(last.descriptors - first.descriptors, " more after ", rounds, " rounds"));
  }
  if (grows) {
    return Judgement::wrong("memory that is given back",
                            join(last.kibibytes - first.kibibytes, " KiB more after ", rounds,
                                 " rounds, and more in each stretch"));
  }
  return Judgement::right();
}

}  // namespace mpitcheck::stress

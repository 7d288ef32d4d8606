// SPDX-License-Identifier: BSD-3-Clause
// Counters and aggregates that move under self traffic, and by how much per message.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/pvars.hpp"
#include "stress/history/counting.hpp"
#include "stress/traffic/pvar_calls.hpp"

namespace mpitcheck::stress {

/// A sum of one unsigned integer of 4 or 8 bytes. `counted.exact` if its text speaks of messages
/// and it gained the same for each message in every pattern that one thread tried: then it follows
/// the traffic, whoever sends.
struct TrafficSum {
  PvarInfo pvar;
  Counted counted;

  [[nodiscard]] std::string label() const { return pvar.label(); }
};

/// What tests lack where there is none.
inline constexpr std::string_view traffic_sum =
    "a COUNTER or AGGREGATE of one unsigned integer that can be stopped and moves under self "
    "traffic";

/// Those that survive in forked children, can be stopped and reset, and moved; MPI must be up.
std::vector<TrafficSum> traffic_sums();

/// A value of 4 or 8 bytes as the MPI stores it.
struct Word {
  alignas(8) unsigned char bytes[8] = {};

  [[nodiscard]] std::uint64_t number(const Counted& counted) const;
};

/// A handle of a sum in a session of its own that runs all the time: what there was to count.
class Witness {
 public:
  explicit Witness(const TrafficSum& sum);
  [[nodiscard]] std::uint64_t read() const;

 private:
  Counted counted_;
  PvarSession session_;
  PvarHandle handle_;
};

}  // namespace mpitcheck::stress

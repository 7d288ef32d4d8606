// SPDX-License-Identifier: BSD-3-Clause
// Bounds of a sum through its starts, stops and resets, and the total of what was taken.
#include "stress/history/counting.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::stress {

namespace {

std::uint64_t difference(std::uint64_t later, std::uint64_t earlier) {
  return later > earlier ? later - earlier : 0;
}

class Handle {
 public:
  explicit Handle(const Counted& counted) : counted_(counted) {}

  Judgement apply(const CountedUse& use) {
    switch (use.use) {
      case Use::start:
        if (!running_) window_ = use;
        running_ = true;
        known_ = true;
        frozen_.reset();
        return Judgement::right();
      case Use::stop:
        if (running_) close_window(use);
        running_ = false;
        return Judgement::right();
      case Use::reset:
        begin_anew(use);
        return Judgement::right();
      case Use::read:
        return read(use);
      case Use::readreset: {
        Judgement judgement = read(use);
        begin_anew(use);
        return judgement;
      }
    }
    return Judgement::right();
  }

 private:
  struct Bounds {
    std::uint64_t least, most;
  };

  // The gain of the open window up to `use`.
  [[nodiscard]] Bounds gained(const CountedUse& use) const {
    const std::uint64_t own = use.own_messages - window_.own_messages;
    const std::uint64_t surely = difference(use.done_before, window_.begun_after);
    const std::uint64_t perhaps = difference(use.begun_after, window_.done_before);
    return {std::max(own, surely) * counted_.per_message, perhaps * counted_.per_message};
  }

  void close_window(const CountedUse& use) {
    const Bounds gain = gained(use);
    kept_ = {kept_.least + gain.least, kept_.most + gain.most};
  }

  void begin_anew(const CountedUse& use) {
    kept_ = {0, 0};
    window_ = use;
    frozen_.reset();
    floor_ = 0;
    known_ = true;
  }

  Judgement read(const CountedUse& use) {
    if (!known_) return Judgement::right();
    if (!running_ && frozen_ && *frozen_ != use.value) {
      return Judgement::wrong(join(*frozen_, ", as before: the handle is stopped"),
                              join(use.value));
    }
    if (!running_) frozen_ = use.value;
    if (!counted_.exact) return Judgement::right();
    Bounds bounds = kept_;
    if (running_) {
      const Bounds gain = gained(use);
      bounds = {bounds.least + gain.least, bounds.most + gain.most};
    }
    bounds.least = std::max(bounds.least, floor_);
    // Values may wrap, so only the distance from the lower bound counts.
    if (((use.value - bounds.least) & counted_.mask) > bounds.most - bounds.least) {
      return Judgement::wrong(bounds.least == bounds.most
                                  ? join(bounds.least)
                                  : join("from ", bounds.least, " to ", bounds.most),
                              join(use.value));
    }
    if (counted_.mask == ~std::uint64_t{0}) floor_ = use.value;
    if (!running_ && use.value >= bounds.least) kept_ = {use.value, use.value};
    return Judgement::right();
  }

  const Counted& counted_;
  CountedUse window_{};
  Bounds kept_{0, 0};
  std::optional<std::uint64_t> frozen_;  // the value read since the stop
  std::uint64_t floor_ = 0;              // an earlier value; sums do not decrease
  bool running_ = false;
  bool known_ = false;
};

}  // namespace

Judgement check_counting(std::span<const CountedUse> uses, const Counted& counted) {
  Handle handle(counted);
  for (const CountedUse& use : uses) {
    Judgement judgement = handle.apply(use);
    if (judgement.truth != Truth::yes) return judgement;
  }
  return Judgement::right();
}

Judgement check_partition(std::span<const std::uint64_t> taken, const Gained& gained,
                          std::uint64_t mask) {
  if (gained.most == 0) return Judgement::unclear("a gain to be taken");
  const std::uint64_t sum = std::accumulate(taken.begin(), taken.end(), std::uint64_t{0}) & mask;
  if (((sum - gained.least) & mask) <= gained.most - gained.least) return Judgement::right();
  return Judgement::wrong(gained.least == gained.most
                              ? join("parts that add up to ", gained.least)
                              : join("parts that add up to ", gained.least, " to ", gained.most),
                          join(taken.size(), " parts that add up to ", sum));
}

}  // namespace mpitcheck::stress

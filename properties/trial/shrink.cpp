// SPDX-License-Identifier: BSD-3-Clause
// Greedy shrinking.
#include "trial/shrink.hpp"

#include "trial/generate.hpp"

namespace mpitcheck::properties {

namespace {

class Shrinker {
 public:
  Shrinker(const std::function<bool(const Sequence&)>& fails, const ShrinkLimits& limits)
      : fails_(fails), limits_(limits) {}

  [[nodiscard]] int tries() const { return tries_; }

  // Few tries that may do without most of it: they come first, since a try may be dear.
  Sequence without_whole_kinds(Sequence best) {
    for (std::size_t kind = 0; kind != kind_count && !is_over(); ++kind) {
      Sequence candidate = best;
      const auto left_out = std::erase_if(candidate.commands, [&](const Command& command) {
        return static_cast<std::size_t>(command.kind) == kind;
      });
      if (left_out > 1 && still_fails(candidate)) best = std::move(candidate);
    }
    return best;
  }

  Sequence simplest(const Sequence& sequence) {
    rc::Shrinkable<Sequence> best = shrinkable(sequence);
    for (bool better = true; better;) {
      better = false;
      rc::Seq<rc::Shrinkable<Sequence>> candidates = best.shrinks();
      while (auto candidate = candidates.next()) {
        if (is_over()) return best.value();
        if (!still_fails(candidate->value())) continue;
        best = *candidate;
        better = true;
        break;
      }
    }
    return best.value();
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_over() const {
    return tries_ >= limits_.tries || Clock::now() - begun_ > limits_.time;
  }

  bool still_fails(const Sequence& candidate) {
    ++tries_;
    return fails_(candidate);
  }

  const std::function<bool(const Sequence&)>& fails_;
  const ShrinkLimits& limits_;
  const Clock::time_point begun_ = Clock::now();
  int tries_ = 0;
};

}  // namespace

Shrunk shrunk(const Sequence& sequence, const std::function<bool(const Sequence&)>& fails,
              const ShrinkLimits& limits) {
  Shrinker shrinker(fails, limits);
  Sequence simplest = shrinker.simplest(shrinker.without_whole_kinds(sequence));
  return {std::move(simplest), shrinker.tries()};
}

}  // namespace mpitcheck::properties

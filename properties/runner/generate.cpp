// SPDX-License-Identifier: BSD-3-Clause
// Generation, and greedy shrinking.
#include "properties/runner/generate.hpp"

#include <algorithm>

#include "properties/oracle/account.hpp"
#include "properties/oracle/survey.hpp"

namespace mpitcheck::properties {

namespace {

// One number per command instead of a tree of generators: a sequence must cost microseconds.
class Generator {
 public:
  Generator(const Mix& mix, SplitMix random, std::size_t size) : mix_(mix), random_(random) {
    for (const auto& [kind, weight] : mix.weights) total_ += weight;
    const std::size_t length = std::min<std::size_t>(1 + random_.below(10 + 2 * size),
                                                     longest_sequence - mix.opening.size());
    sequence_.choice = static_cast<std::uint32_t>(random_.below(1U << 16));
    const bool mixed = mix.profiling_in != 0 && random_.below(mix.profiling_in) == 0;
    for (const Kind kind : mix.opening) add(kind, mixed);
    for (std::size_t i = 0; i != length; ++i) add(drawn(), mixed);
  }

  [[nodiscard]] const Sequence& sequence() const { return sequence_; }

 private:
  Kind drawn() {
    auto ticket = static_cast<unsigned>(random_.below(total_));
    for (const auto& [kind, weight] : mix_.weights) {
      if (ticket < weight) return kind;
      ticket -= weight;
    }
    return mix_.weights.front().first;
  }

  void add(Kind kind, bool mixed) {
    const std::uint64_t word = random_.next();
    const bool through_profiling = mixed && (word >> 60U & 1U) != 0;
    const auto operand = [&](unsigned shift) {
      const bool is_small = (word >> (48U + shift / 16U) & 1U) != 0;
      return static_cast<std::uint16_t>(word >> shift & (is_small ? 0xfU : 0xffffU));
    };
    sequence_.commands.push_back({kind, through_profiling, operand(0), operand(16), operand(32)});
  }

  const Mix& mix_;
  SplitMix random_;
  unsigned total_ = 0;
  Sequence sequence_;
};

rc::Seq<Sequence> shorter(const Sequence& sequence) {
  return rc::seq::map(rc::shrink::removeChunks(sequence.commands),
                      [choice = sequence.choice](std::vector<Command>&& commands) {
                        return Sequence{choice, std::move(commands)};
                      });
}

rc::Seq<Sequence> without_profiling(const Sequence& sequence) {
  Sequence plain = sequence;
  for (Command& command : plain.commands) command.profiling = false;
  return plain == sequence ? rc::Seq<Sequence>() : rc::seq::just(std::move(plain));
}

rc::Seq<Sequence> plainer(const Sequence& sequence) {
  std::vector<Sequence> all;
  for (std::size_t i = 0; i != sequence.commands.size(); ++i) {
    const auto add = [&](const auto& change) {
      Sequence candidate = sequence;
      change(candidate.commands[i]);
      if (!(candidate == sequence)) all.push_back(std::move(candidate));
    };
    add([](Command& command) { command = {command.kind, false, 0, 0, 0}; });
    add([](Command& command) { command.profiling = false; });
    for (std::uint16_t Command::*const operand : {&Command::a, &Command::b, &Command::c}) {
      add([operand](Command& command) { command.*operand = 0; });
      add([operand](Command& command) { command.*operand &= 0xf; });
      add([operand](Command& command) { command.*operand /= 2; });
    }
  }
  return rc::seq::fromContainer(std::move(all));
}

class Shrinker {
 public:
  Shrinker(const FirstFailing& first_failing, const ShrinkLimits& limits)
      : first_failing_(first_failing), limits_(limits) {}

  [[nodiscard]] int tries() const { return tries_; }

  // A few tries that may remove most of the sequence. They come first, since a try may be
  // expensive.
  Sequence without_whole_kinds(Sequence best) {
    for (std::size_t kind = 0; kind != kind_count && !is_over(); ++kind) {
      Sequence candidate = best;
      const auto left_out = std::erase_if(candidate.commands, [&](const Command& command) {
        return static_cast<std::size_t>(command.kind) == kind;
      });
      if (left_out > 1 && first_failing({&candidate, 1})) best = std::move(candidate);
    }
    return best;
  }

  Sequence simplest(const Sequence& sequence) {
    Sequence best = sequence;
    auto candidates = shrinkable(best).shrinks();
    while (!is_over()) {
      std::vector<Sequence> some;
      const int most = std::min(limits_.at_a_time, limits_.tries - tries_);
      while (static_cast<int>(some.size()) < most) {
        const auto candidate = candidates.next();
        if (!candidate) break;
        some.push_back(candidate->value());
      }
      if (some.empty()) break;
      if (const auto failing = first_failing(some)) {
        best = some[*failing];
        candidates = shrinkable(best).shrinks();
      }
    }
    return best;
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_over() const {
    return tries_ >= limits_.tries || Clock::now() - begun_ > limits_.time;
  }

  std::optional<std::size_t> first_failing(std::span<const Sequence> candidates) {
    const auto failing = first_failing_(candidates);
    tries_ += static_cast<int>(failing ? *failing + 1 : candidates.size());
    return failing;
  }

  const FirstFailing& first_failing_;
  const ShrinkLimits& limits_;
  const Clock::time_point begun_ = Clock::now();
  int tries_ = 0;
};

}  // namespace

rc::Gen<Sequence> sequences(const Mix& mix) {
  return [mix](const rc::Random& random, int size) {
    rc::Random source = random;
    const Generator generator(mix, SplitMix(source.next()), static_cast<std::size_t>(size));
    return shrinkable(generator.sequence());
  };
}

rc::Shrinkable<Sequence> shrinkable(const Sequence& sequence) {
  return rc::shrinkable::shrinkRecur(sequence, [](const Sequence& from) {
    return rc::seq::concat(without_profiling(from), shorter(from), plainer(from));
  });
}

Shrunk shrunk(const Sequence& sequence, const FirstFailing& first_failing,
              const ShrinkLimits& limits) {
  Shrinker shrinker(first_failing, limits);
  Sequence simplest = shrinker.simplest(shrinker.without_whole_kinds(sequence));
  return {std::move(simplest), shrinker.tries()};
}

}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// Generating and shrinking.
#include "trial/generate.hpp"

#include <algorithm>

#include "oracle/account.hpp"
#include "oracle/survey.hpp"

namespace mpitcheck::properties {

namespace {

// One number a command, not a tree of generators: a sequence costs microseconds.
class Generator {
 public:
  Generator(const Mix& mix, SplitMix random, std::size_t size) : mix_(mix), random_(random) {
    for (const auto& [kind, weight] : mix.weights) total_ += weight;
    const std::size_t length = std::min<std::size_t>(1 + random_.below(10 + 2 * size),
                                                     longest_sequence - mix.opening.size());
    sequence_.cast = static_cast<std::uint32_t>(random_.below(1U << 16));
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
                      [cast = sequence.cast](std::vector<Command>&& commands) {
                        return Sequence{cast, std::move(commands)};
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

}  // namespace mpitcheck::properties

// SPDX-License-Identifier: BSD-3-Clause
// The calls of one thread, in preallocated memory: adding an entry takes one or two stores and no
// lock. A full history ends its round. Rounds are judged one by one, so that memory use does not
// depend on the duration. A checker finds a history right, wrong or unknown. Unknown ones are
// reported, and never count as examined.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

/// One call: the operation, its object, the code, and the value returned.
struct Entry {
  std::uint64_t value;
  std::int32_t code;
  std::uint16_t what;
  std::uint16_t object;
};

template <class E = Entry>
class History {
 public:
  explicit History(std::size_t capacity = default_capacity) : entries_(capacity) {}

  [[nodiscard]] bool full() const { return size_ == entries_.size(); }
  [[nodiscard]] std::size_t room() const { return entries_.size() - size_; }
  /// The history must not be full().
  void add(const E& entry) { entries_[size_++] = entry; }
  void clear() { size_ = 0; }
  [[nodiscard]] std::span<const E> entries() const { return {entries_.data(), size_}; }

  /// 256 KiB of Entry per thread.
  static constexpr std::size_t default_capacity = 1U << 14U;

 private:
  std::vector<E> entries_;
  std::size_t size_ = 0;
};

/// One per thread.
template <class E = Entry>
using Histories = std::vector<History<E>>;

enum class Truth { yes, no, unknown };

struct Judgement {
  Truth truth = Truth::yes;
  std::string expected{}, actual{};  // if wrong
  std::string why{};                 // if unknown

  static Judgement right() { return {}; }
  static Judgement wrong(std::string expected, std::string actual) {
    return {Truth::no, std::move(expected), std::move(actual), {}};
  }
  static Judgement unclear(std::string why) { return {Truth::unknown, {}, {}, std::move(why)}; }
};

/// Adds a judgement to the test: an examination, an offender, or a note of what is missing. If the
/// history is one of values that a function returned, it is named.
inline bool judge(Test& t, Clause clause, std::string_view subject, const Judgement& judgement,
                  std::string_view function = "") {
  if (judgement.truth == Truth::unknown) {
    t.missing(judgement.why);
    return true;
  }
  if (judgement.truth == Truth::yes) {
    t.examined(clause, 1);
    return true;
  }
  const std::string_view output = function.empty() ? "" : "buf";
  return t.check(clause, std::string(subject),
                 deviates(output, judgement.expected, judgement.actual).of(function));
}

/// Times `bare()` and `noted()`, a call without and with its entry, in turn, and reports the best
/// time of each.
template <class Bare, class Noted>
void measure_overhead(Test& t, const Bare& bare, const Noted& noted) {
  constexpr int rounds = 20;
  constexpr int calls = 2000;
  const auto nanoseconds = [](const auto& call) {
    const auto started = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) call();
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - started;
    return elapsed.count() / calls;
  };
  double best_bare = std::numeric_limits<double>::max();
  double best_noted = best_bare;
  for (int i = 0; i < rounds; ++i) {
    best_bare = std::min(best_bare, nanoseconds(bare));
    best_noted = std::min(best_noted, nanoseconds(noted));
  }
  t.measured("history", join(best_noted, " ns a call with its entry, ", best_bare, " without"));
}

}  // namespace mpitcheck::stress

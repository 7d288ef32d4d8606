// SPDX-License-Identifier: BSD-3-Clause
// A call may have been the last one if no other call began after its end. A read is judged by the
// write of its value. Of the writes that ended before the read began, the last one shows whether
// that value had been replaced.
#include "stress/history/order.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::stress {

namespace {

/// Writes in the order of their ends, each with the latest begin up to it.
class Replacements {
 public:
  explicit Replacements(std::vector<Span> writes) : writes_(std::move(writes)) {
    std::sort(writes_.begin(), writes_.end(),
              [](const Span& a, const Span& b) { return a.end < b.end; });
    for (const Span& write : writes_) {
      latest_.push_back(std::max(latest_.empty() ? 0 : latest_.back(), write.begin));
    }
  }

  /// Whether some write was entirely between `write` and `read`.
  [[nodiscard]] bool between(const Span& write, const Span& read) const {
    const auto over =
        std::lower_bound(writes_.begin(), writes_.end(), read.begin,
                         [](const Span& it, std::uint64_t at) { return it.end < at; });
    if (over == writes_.begin()) return false;
    return latest_[static_cast<std::size_t>(over - writes_.begin()) - 1] > write.end;
  }

 private:
  std::vector<Span> writes_;
  std::vector<std::uint64_t> latest_;
};

}  // namespace

State state_after(std::span<const Switch> calls) {
  std::uint64_t latest_begin = 0;
  for (const Switch& call : calls) latest_begin = std::max(latest_begin, call.span.begin);
  bool may_run = false;
  bool may_stand = false;
  for (const Switch& call : calls) {
    if (call.span.end < latest_begin) continue;
    (call.starts ? may_run : may_stand) = true;
  }
  if (may_run == may_stand) return State::unknown;
  return may_run ? State::running : State::stopped;
}

Judgement check_whole_values(std::span<const Access> accesses, std::uint64_t initial) {
  std::unordered_map<std::uint64_t, Span> writes{{initial, {0, 0}}};
  std::vector<Span> spans;
  for (const Access& access : accesses) {
    if (!access.writes) continue;
    writes[access.value] = access.span;
    spans.push_back(access.span);
  }
  const Replacements replacements(std::move(spans));
  for (const Access& read : accesses) {
    if (read.writes) continue;
    const auto write = writes.find(read.value);
    if (write == writes.end()) {
      return Judgement::wrong("a value that was written", hexadecimal(read.value));
    }
    if (read.span.before(write->second)) {
      return Judgement::wrong("a value written before", hexadecimal(read.value));
    }
    if (replacements.between(write->second, read.span)) {
      return Judgement::wrong("a value not replaced before the read",
                              join(hexadecimal(read.value), ", which was"));
    }
  }
  return Judgement::right();
}

}  // namespace mpitcheck::stress

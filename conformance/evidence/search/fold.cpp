// SPDX-License-Identifier: BSD-3-Clause
// Loops.
#include "conformance/evidence/search/fold.hpp"

#include <algorithm>

namespace mpitcheck::evidence {
namespace {

constexpr std::size_t longest_period = 16;  // blocks

using At = std::vector<Block>::const_iterator;

bool same(At a, At b, std::size_t count) {
  return std::equal(
      a, a + static_cast<std::ptrdiff_t>(count), b,
      [](const Block& x, const Block& y) { return !x.alone && !y.alone && x.lines == y.lines; });
}

std::size_t lines_in(At first, std::size_t count) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i < count; ++i)
    lines += (first + static_cast<std::ptrdiff_t>(i))->lines.size();
  return lines;
}

// How often the next `period` blocks come one after the other.
std::size_t repetitions(At at, At end, std::size_t period) {
  const auto step = static_cast<std::ptrdiff_t>(period);
  if (end - at < step || !same(at, at, period)) return 0;
  std::size_t count = 1;
  for (At next = at + step; end - next >= step && same(at, next, period); next += step) ++count;
  return count;
}

}  // namespace

std::vector<std::string> folded(const std::vector<Block>& blocks) {
  std::vector<std::string> out;
  for (At at = blocks.begin(); at != blocks.end();) {
    std::size_t best_period = 0, best_count = 0, best_gain = 0;
    for (std::size_t period = 1; period <= longest_period; ++period) {
      const std::size_t count = repetitions(at, blocks.end(), period);
      if (count < 2) continue;
      const std::size_t before = lines_in(at, period * count), after = lines_in(at, period) + 2;
      if (before > after && before - after > best_gain) {
        best_gain = before - after;
        best_period = period;
        best_count = count;
      }
    }
    if (best_count == 0) {
      out.insert(out.end(), at->lines.begin(), at->lines.end());
      ++at;
      continue;
    }
    out.push_back("for (int i = 0; i < " + std::to_string(best_count) + "; ++i) {");
    for (std::size_t i = 0; i < best_period; ++i, ++at) {
      for (const std::string& line : at->lines) out.push_back("  " + line);
    }
    out.emplace_back("}");
    at += static_cast<std::ptrdiff_t>(best_period * (best_count - 1));
  }
  return out;
}

}  // namespace mpitcheck::evidence

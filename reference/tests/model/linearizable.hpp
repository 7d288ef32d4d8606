// SPDX-License-Identifier: BSD-3-Clause
// Whether what several threads saw of one thing can be explained as one story: an order of the
// operations, true to who had ended before whom began, in which each result is right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mpit::linearizable {

/// One operation as its thread saw it. Moments are ticks of one clock: equal ones overlap.
template <class Call>
struct Operation {
  Call call;
  std::uint64_t result;
  std::uint64_t begun, ended;
};

/// Tries all orders. `Model` is a value with `std::uint64_t apply(call)`; histories must be small.
template <class Model, class Call>
bool has_explanation(const std::vector<Operation<Call>>& history, const Model& model) {
  if (history.empty()) return true;
  const std::uint64_t first_end =
      std::min_element(history.begin(), history.end(), [](const auto& a, const auto& b) {
        return a.ended < b.ended;
      })->ended;
  for (std::size_t i = 0; i != history.size(); ++i) {
    if (history[i].begun > first_end) continue;  // another one had ended by then: not the next
    Model next = model;
    if (next.apply(history[i].call) != history[i].result) continue;
    std::vector<Operation<Call>> rest = history;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (has_explanation(rest, next)) return true;
  }
  return false;
}

}  // namespace mpit::linearizable

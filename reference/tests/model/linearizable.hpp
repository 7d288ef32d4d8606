// SPDX-License-Identifier: BSD-3-Clause
// Checks histories for linearizability: whether an order of the operations explains all results and
// keeps operations that did not overlap in their order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mpit::linearizable {

/// One operation as its thread observed it. Moments are ticks of a common clock. Operations whose
/// moments are equal overlap.
template <class Call>
struct Operation {
  Call call;
  std::uint64_t result;
  std::uint64_t begun, ended;
};

/// Whether an order explains the history. Tries all orders, so histories must be small. `Model` is
/// copyable and has `std::uint64_t apply(call)`, which returns the result of a call.
template <class Model, class Call>
bool has_explanation(const std::vector<Operation<Call>>& history, const Model& model) {
  if (history.empty()) return true;
  const std::uint64_t first_end =
      std::min_element(history.begin(), history.end(), [](const auto& a, const auto& b) {
        return a.ended < b.ended;
      })->ended;
  for (std::size_t i = 0; i != history.size(); ++i) {
    if (history[i].begun > first_end) continue;  // another operation ended before this one began
    Model next = model;
    if (next.apply(history[i].call) != history[i].result) continue;
    std::vector<Operation<Call>> rest = history;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (has_explanation(rest, next)) return true;
  }
  return false;
}

}  // namespace mpit::linearizable

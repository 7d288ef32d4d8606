// SPDX-License-Identifier: BSD-3-Clause
// Putting the arguments of a cell together.
#include "conformance/suite/grid/bench.hpp"

namespace mpitcheck::grid {

const Word* Bench::prepare() {
  for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
    if (static_cast<int>(i) != cell_.parameter || needs_good(callee_.roles[i])) {
      words_[i] = cell_.kind == Kind::down ? while_down(i) : good(i);
    }
  }
  if (cell_.kind == Kind::nulls) skip_outputs();
  if (cell_.parameter >= 0) spoil(static_cast<std::size_t>(cell_.parameter));
  return words_.data();
}

}  // namespace mpitcheck::grid

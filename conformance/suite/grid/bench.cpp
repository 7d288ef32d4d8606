// SPDX-License-Identifier: BSD-3-Clause
// Prepares the arguments of a cell.
#include "conformance/suite/grid/bench.hpp"

namespace mpitcheck::grid {

const Word* Bench::prepare() {
  for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
    if (static_cast<int>(i) != cell_.parameter || needs_good(callee_.roles[i])) {
      words_[i] = cell_.of == "down" ? while_down(i) : good(i);
    }
  }
  if (cell_.kind == Kind::nulls) skip_outputs();
  if (cell_.parameter >= 0) spoil(static_cast<std::size_t>(cell_.parameter));
  if (cell_.kind == Kind::twice) {
    must_succeed("the first of two calls", callee_.make(words_.data()));
  }
  return words_.data();
}

const Word* Bench::with(MPI_T_event_instance instance) {
  for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
    if (role(i) == Role::instance) words_[i] = word_of(instance);
  }
  return words_.data();
}

}  // namespace mpitcheck::grid

// SPDX-License-Identifier: BSD-3-Clause
// Making the call of a cell.
#include "conformance/suite/grid/bench.hpp"

#include <dlfcn.h>

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::grid {
namespace {

// A library that proves the grid is told which cell is being tried (conformance/faults/interposer).
void tell_fault(const char* cell) {
  using Note = void(const char* cell);
  static auto* const note = reinterpret_cast<Note*>(::dlsym(RTLD_DEFAULT, "mpitcheck_grid_cell"));
  if (note != nullptr) note(cell);
}

}  // namespace

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

int make_call(const Cell& cell, const State& state, const Objects& objects) {
  Bench bench(cell, objects);
  const Word* const words = bench.prepare();
  const std::string which = join(state.name, "/", cell.id());
  tell_fault(which.c_str());
  const int code = cell.callee().make(words);
  tell_fault(nullptr);
  return code;
}

}  // namespace mpitcheck::grid

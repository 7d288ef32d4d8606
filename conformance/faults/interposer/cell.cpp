// SPDX-License-Identifier: BSD-3-Clause
// Returns wrong results in one cell.
#include "conformance/faults/interposer/cell.hpp"

#include <atomic>
#include <optional>
#include <type_traits>

namespace mpitcheck::faults {
namespace {

std::string wanted_cell;
std::optional<int> answer;         // nothing: the call writes wrong numbers
std::atomic<bool> is_now = false;  // the current cell is the wanted one

// No two lengths, indices, levels or constants differ by this much.
template <class Argument>
void spoil(Argument argument) {
  if constexpr (std::is_same_v<Argument, int*>) {
    if (argument != nullptr) *argument += 1000;
  }
}

template <auto Member>
struct InCell;

template <class... Args, int (*Interface::*Member)(Args...)>
struct InCell<Member> {
  static int call(Args... args) {
    const int code = (real.*Member)(args...);
    if (!is_now) return code;
    if (answer) return *answer;
    (spoil(args), ...);
    return code;
  }
};

}  // namespace

bool put_cell_in_force(const std::string& text, Interface& mpi) {
  const std::size_t colon = text.find(':');
  const std::string how = text.substr(0, colon);
  if (colon == text.npos) return false;
  if (how == "refuse") {
    answer = MPI_T_ERR_MEMORY;
  } else if (how == "succeed") {
    answer = MPI_SUCCESS;
  } else if (how != "spoil") {
    return false;
  }
  wanted_cell = text.substr(colon + 1);
#define MPITCHECK_API(function, major, minor, result, parameters, names, arguments) \
  if (mpi.function != nullptr) mpi.function = &InCell<&Interface::function>::call;
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
  return true;
}

}  // namespace mpitcheck::faults

/// The tests of the grid call it with "state/function/parameter:class" before they try a cell, and
/// with null afterwards.
extern "C" __attribute__((visibility("default"))) void mpitcheck_grid_cell(const char* cell) {
  mpitcheck::faults::is_now = cell != nullptr && mpitcheck::faults::wanted_cell == cell;
}

// SPDX-License-Identifier: BSD-3-Clause
// A call may have been the last if no other began after its end.
#include "stress/history/last_call.hpp"

#include <algorithm>

namespace mpitcheck::stress {

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

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// Judges the end of a registration.
#include "stress/history/callbacks.hpp"

#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::stress {

namespace {

Judgement not_yet() { return Judgement::unclear("free functions that were called by the end"); }

}  // namespace

Judgement check_silence(const Callbacks& callbacks) {
  if (callbacks.freed == 0) return not_yet();
  if (callbacks.after_freed == 0) return Judgement::right();
  return Judgement::wrong("no event after the free function was called",
                          join(callbacks.after_freed.load(), " events"));
}

Judgement check_freed(const Callbacks& callbacks) {
  if (callbacks.freed == 0) return not_yet();
  if (callbacks.freed == 1) return Judgement::right();
  return Judgement::wrong("the free function called once", join(callbacks.freed.load(), " calls"));
}

}  // namespace mpitcheck::stress

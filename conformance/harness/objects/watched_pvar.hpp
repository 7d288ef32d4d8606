// SPDX-License-Identifier: BSD-3-Clause
// A handle of a sum under test, and the amount that it must have gained while started.
#pragma once

#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// A handle and its witness in the same session. The witness is not a Witness object, because it
/// must start only after both are allocated: an allocation may affect a started handle, which
/// other tests cover.
struct WatchedPvar {
  explicit WatchedPvar(const PvarInfo& pvar)
      : gain(pvar), witness(session, pvar), handle(session, pvar) {
    witness.run();
  }

  /// Starts the handle, runs `body()`, and stops it.
  template <class Body>
  void run_over(const Body& body) {
    const Numbers most_from = witness.numbers();
    handle.run();
    const Numbers least_from = witness.numbers();
    body();
    const Numbers least_to = witness.numbers();
    handle.halt();
    gain.window(most_from, least_from, least_to, witness.numbers());
  }

  /// Throws CannotGoOn unless the witness moved in these windows.
  void require_moved() const {
    if (!gain.moved()) throw CannotGoOn(moving_pvar);
  }

  /// Checks that `value`, read just now, is what the handle must have gained.
  void check(Test& t, Clause clause, const Numbers& value) const {
    t.check(clause, handle, gain.is(value));
  }

  Gain gain;
  PvarSession session;
  PvarHandle witness, handle;
};

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Each allocation of a call is refused once: the call fails as documented and changes nothing, the
// next one succeeds, and nothing is lost.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "reference/tests/allocation/refusal.hpp"

namespace mpit {

/// Whether all that a Scene allocates must go with it: not where the library keeps room for later.
enum class Leaks { looked_for, not_looked_for };

/// For n = 1, 2, ...: makes a Scene, in which `call(scene)` has its nth allocation refused, until
/// it has fewer. `call` returns whether it succeeded; where it did not, scene.look() must be what
/// it was before, and a second call must succeed. Returns the number of refusals.
template <class Scene, class Call>
long refuse_each_allocation(Call call, Leaks leaks = Leaks::looked_for) {
  { const Scene first; }  // what stays for the life of the process is there
  for (long n = 1;; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    const long live = live_allocations();
    bool refused = false;
    {
      Scene scene;
      const auto before = scene.look();
      bool succeeded = false;
      {
        const Refusal refusal(n);
        succeeded = call(scene);
        refused = refusal.happened();
      }
      EXPECT_EQ(succeeded, !refused);
      if (refused) {
        EXPECT_EQ(scene.look(), before);
        EXPECT_TRUE(call(scene));
      }
      EXPECT_NE(scene.look(), before);
      scene.check();
    }
    if (leaks == Leaks::looked_for) {
      EXPECT_EQ(live_allocations(), live);
    }
    if (!refused || testing::Test::HasFailure()) return n - 1;
  }
}

}  // namespace mpit

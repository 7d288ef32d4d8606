// SPDX-License-Identifier: BSD-3-Clause
// Refuses each allocation of a call once. The call must fail as documented and change nothing, the
// next call must succeed, and no memory may leak.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "reference/tests/allocation/refusal.hpp"

namespace mpit {

/// Whether the end of a Scene must free all of its memory. The library may keep some for later use.
enum class Leaks { looked_for, not_looked_for };

/// For n = 1, 2, ...: creates a Scene and refuses the nth allocation of `call(scene)`, until there
/// are fewer. `call` returns whether it succeeded. After a failure scene.look() must be unchanged,
/// and a second call must succeed. Returns the number of refusals.
template <class Scene, class Call>
long refuse_each_allocation(Call call, Leaks leaks = Leaks::looked_for) {
  { const Scene first; }  // allocates what the process keeps
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

// SPDX-License-Identifier: BSD-3-Clause
// Thread levels of initializations, and what the last finalize ends (MPI-5.0 §15.3.4).
#include <atomic>
#include <thread>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

constexpr int multiple = static_cast<int>(ThreadLevel::multiple);

TEST(Init, GrantsEachLevel) {
  for (const int level : {0, 1024, 2048, 4096}) {
    Engine engine;
    int provided = -1;
    EXPECT_EQ(engine.init_thread(level, &provided), Code::success);
    EXPECT_EQ(provided, level);
  }
}

TEST(Init, UnknownLevelDoesNotCount) {
  Engine engine;
  int provided = 0;
  for (const int required : {17, 1024 | 2048, 2048 | 4096}) {
    EXPECT_EQ(engine.init_thread(required, &provided), Code::invalid);
  }
  EXPECT_FALSE(engine.initialized());
}

TEST(Init, NullProvidedIsInvalid) {
  Engine engine;
  EXPECT_EQ(engine.init_thread(multiple, nullptr), Code::invalid);
  EXPECT_FALSE(engine.initialized());
}

TEST(Init, NestedInitRepeatsTheLevelInForce) {
  Engine engine;
  int provided = 0;
  EXPECT_EQ(engine.init_thread(static_cast<int>(ThreadLevel::serialized), &provided),
            Code::success);
  EXPECT_EQ(engine.init_thread(multiple, &provided), Code::success);
  EXPECT_EQ(provided, static_cast<int>(ThreadLevel::serialized));
}

class LastFinalizeTest : public EngineTest {};

TEST_F(LastFinalizeTest, EndsSessionsAndHandles) {
  const Counter<> counter(engine, {.name = "c"});
  PvarSession session = new_session();
  PvarHandle handle = new_handle<Counter<>>(session, "c");
  EXPECT_EQ(engine.finalize(), Code::success);
  int provided = 0;
  EXPECT_EQ(engine.init_thread(multiple, &provided), Code::success);
  EXPECT_EQ(engine.pvar_session_free(&session), Code::invalid_session);
  PvarSession again = new_session();
  EXPECT_EQ(engine.pvar_handle_free(again, &handle), Code::invalid_handle);
}

TEST_F(LastFinalizeTest, LockingCallWaitsForTheLock) {
  const Counter<> counter(engine, {.name = "c"});
  std::atomic<bool> locked{false};
  std::atomic<bool> asked{false};
  int num = 0;
  std::thread other([&] {
    locked.wait(false);
    EXPECT_EQ(engine.pvar_get_num(&num), Code::success);
    asked = true;
  });
  engine.while_locked([&] {
    locked = true;
    locked.notify_all();
    for (int i = 0; i != 1000; ++i) std::this_thread::yield();
    EXPECT_FALSE(asked);
  });
  other.join();
  EXPECT_EQ(num, 1);
}

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Initialization counting (MPI-5.0 §15.3.4).
#include <atomic>
#include <thread>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

constexpr int multiple = static_cast<int>(ThreadLevel::multiple);

TEST(Init, OtherCallsAreRefusedBeforeTheFirstInit) {
  Engine engine;
  int number = 0;
  EXPECT_EQ(engine.cvar_get_num(&number), Code::not_initialized);
  EXPECT_EQ(engine.pvar_get_num(&number), Code::not_initialized);
  EXPECT_EQ(engine.category_get_num(&number), Code::not_initialized);
  PvarSession session{};
  EXPECT_EQ(engine.pvar_session_create(&session), Code::not_initialized);
  EXPECT_EQ(engine.pvar_start(session, PvarHandle::all), Code::not_initialized);
}

TEST(Init, FinalizeWithoutInitIsRefused) {
  Engine engine;
  EXPECT_EQ(engine.finalize(), Code::not_initialized);
}

TEST(Init, StaysUpUntilBalanced) {
  Engine engine;
  int provided = 0;
  for (int i = 0; i != 3; ++i) EXPECT_EQ(engine.init_thread(multiple, &provided), Code::success);
  for (int i = 0; i != 2; ++i) EXPECT_EQ(engine.finalize(), Code::success);
  EXPECT_TRUE(engine.initialized());
  EXPECT_EQ(engine.finalize(), Code::success);
  EXPECT_FALSE(engine.initialized());
  EXPECT_EQ(engine.finalize(), Code::not_initialized);
}

TEST(Init, ReinitializesAfterFinalize) {
  Engine engine;
  int provided = 0;
  for (int cycle = 0; cycle != 3; ++cycle) {
    EXPECT_EQ(engine.init_thread(multiple, &provided), Code::success);
    EXPECT_EQ(engine.finalize(), Code::success);
  }
}

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

TEST_F(LastFinalizeTest, KeepsVariablesAndTheirIndices) {
  const Counter<> first(engine, {.name = "first"});
  const Counter<> second(engine, {.name = "second"});
  const int before = index_of("second", PvarClass::counter);
  EXPECT_EQ(engine.finalize(), Code::success);
  int provided = 0;
  EXPECT_EQ(engine.init_thread(multiple, &provided), Code::success);
  EXPECT_EQ(index_of("second", PvarClass::counter), before);
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

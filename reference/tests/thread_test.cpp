// SPDX-License-Identifier: BSD-3-Clause
// Concurrent updates, reads and resets: no update is lost or counted twice.
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "reference/support/run_concurrently.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

constexpr int adds = 1'000'000;

class ThreadTest : public OneHandleTest<Counter<>> {
 protected:
  ThreadTest() { start(session, handle); }

  void add_from_two_threads() {
    for (int t = 0; t != 2; ++t) {
      adders.emplace_back([this] {
        for (int i = 0; i != adds; ++i) instrument.inc();
        ++done;
      });
    }
  }
  void join() {
    for (auto& thread : adders) thread.join();
    adders.clear();
  }

  std::vector<std::thread> adders;
  std::atomic<int> done{0};
};

TEST_F(ThreadTest, TwoResettersOfOneHandleLoseNothing) {
  add_from_two_threads();
  std::atomic<unsigned long long> total{0};
  std::atomic<bool> sane{true};
  const auto resetter = [&] {
    while (done != 2) {
      const auto got = read_reset<unsigned long long>(session, handle);
      if (got > 2ULL * adds) sane = false;
      total += got;
    }
  };
  std::thread second(resetter);
  resetter();
  second.join();
  join();
  total += read_reset<unsigned long long>(session, handle);
  EXPECT_TRUE(sane);
  EXPECT_EQ(total, 2ULL * adds);
}

TEST_F(ThreadTest, ReadsNeverDecreaseDuringAdds) {
  add_from_two_threads();
  unsigned long long last = 0;
  while (done != 2) {
    const auto now = value();
    ASSERT_GE(now, last);
    last = now;
  }
  join();
  EXPECT_EQ(value(), 2ULL * adds);
}

class ArrayThreadTest : public EngineTest {};

TEST_F(ArrayThreadTest, RacingStartsAndStopsKeepElementsConsistent) {
  constexpr int elements = 64;
  const Counter<> counter(engine, {.name = "v"}, elements);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  for (int round = 0; round != 200; ++round) {
    std::thread starter([&] {
      for (int i = 0; i != 10; ++i) engine.pvar_start(session, handle);
    });
    for (int i = 0; i != 10; ++i) engine.pvar_stop(session, handle);
    starter.join();
    std::array<unsigned long long, elements> values{};
    ASSERT_EQ(engine.pvar_read(session, handle, values.data()), Code::success);
    for (const auto value : values) ASSERT_EQ(value, 0U);  // nothing was added meanwhile
    for (int i = 0; i != elements; ++i) counter.inc(1, i);
    ASSERT_EQ(engine.pvar_read(session, handle, values.data()), Code::success);
    for (const auto value : values) ASSERT_EQ(value, values[0]);
    engine.pvar_reset(session, handle);
  }
}

TEST(Registration, ManyThreadsRegister) {
  Engine engine;
  run_concurrently(4, [&](int t) {
    for (int i = 0; i != 50; ++i) {
      const std::string name = "t" + std::to_string(t) + "_" + std::to_string(i);
      Counter<>(engine, {.name = name, .category = "k"}).inc();
    }
  });
  int provided = 0;
  int num = 0;
  EXPECT_EQ(engine.init_thread(0, &provided), Code::success);
  EXPECT_EQ(engine.pvar_get_num(&num), Code::success);
  EXPECT_EQ(num, 200);
}

}  // namespace
}  // namespace mpit

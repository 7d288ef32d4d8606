// SPDX-License-Identifier: BSD-3-Clause
// Accesses and updates in a signal handler that interrupts accesses and updates.
#include <signal.h>

#include <array>
#include <atomic>
#include <thread>

#include "reference/support/signal_timers.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class SignalTest : public OneHandleTest<Counter<>> {
 protected:
  SignalTest() {
    start(session, handle);
    start(session, mark_handle);
    present_ = this;
    handle_signal(SIGUSR1, [](int) { present_->interrupt(); });
  }
  ~SignalTest() override { signal(SIGUSR1, SIG_IGN); }

  // Nothing here may lock or allocate.
  void interrupt() {
    instrument.inc();
    unsigned long long value = 0;
    bool fine = engine.pvar_readreset(session, handle, &value) == Code::success;
    taken.fetch_add(value, std::memory_order_relaxed);
    std::array<unsigned long long, 8> values{};
    fine = fine && engine.pvar_start(session, array_handle) == Code::success &&
           engine.pvar_read(session, array_handle, values.data()) == Code::success &&
           engine.pvar_stop(session, array_handle) == Code::success;
    mark.update(50);
    mark.update(1);
    fine = fine && engine.pvar_reset(session, mark_handle) == Code::success &&
           engine.pvar_read(session, mark_handle, &value) == Code::success && value < 100 &&
           engine.pvar_start(session, PvarHandle::all) == Code::success;
    if (!fine) failures.fetch_add(1, std::memory_order_relaxed);
    signals.fetch_add(1, std::memory_order_relaxed);
  }

  // Sends signals to the calling thread while it repeats `work`.
  template <class Work>
  void storm(int wanted, Work work) {
    {
      const SignalTimers timer(SIGUSR1, 10'000);
      while (signals < wanted) work();
    }
    EXPECT_EQ(failures, 0);
  }

  Counter<> array{engine, {.name = "array"}, 8};
  HighWatermark<> mark{engine, {.name = "mark"}};
  PvarHandle array_handle = new_handle<Counter<>>(session, "array");
  PvarHandle mark_handle = new_handle<HighWatermark<>>(session, "mark");
  std::atomic<unsigned long long> taken{0};
  std::atomic<int> signals{0};
  std::atomic<int> failures{0};

 private:
  static SignalTest* present_;
};

SignalTest* SignalTest::present_ = nullptr;

TEST_F(SignalTest, InterruptedStartsOfArraysAreAtomic) {
  for (int i = 0; i != 8; ++i) array.inc(100, i);  // before the start: handles must not show it
  storm(2000, [&] {
    engine.pvar_start(session, array_handle);
    engine.pvar_stop(session, array_handle);
  });
  std::array<unsigned long long, 8> values{};
  EXPECT_EQ(engine.pvar_read(session, array_handle, values.data()), Code::success);
  for (const auto value : values) EXPECT_EQ(value, 0U);
  for (int i = 0; i != 8; ++i) array.inc(1, i);
  EXPECT_EQ(engine.pvar_read(session, array_handle, values.data()), Code::success);
  for (const auto value : values) EXPECT_EQ(value, values[0]);
}

TEST_F(SignalTest, HandlerMayMakeTheFirstAdd) {
  std::thread fresh([&] {
    raise(SIGUSR1);
    taken += read_reset<unsigned long long>(session, handle);
  });
  fresh.join();
  EXPECT_EQ(taken, 1U);
}

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Events raised, registered and freed by several threads.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>
#include <vector>

#include "reference/tests/event/event_thread_fixture.hpp"

namespace mpit {
namespace {

TEST_F(EventThreadTest, OrderedSourceCallsOneAtATimeInTheOrderOfTime) {
  Event<long, long> event(engine, spec());
  Counts counts(engine);
  counts.slow = true;
  const auto registration = count_on(counts, none);
  const auto raised = on_threads(threads, [&](long i) { event.raise(i, -i); });
  engine.event_handle_free(registration, counts.free_callback());
  EXPECT_EQ(counts.overlaps, 0);
  EXPECT_EQ(counts.backwards, 0);
  EXPECT_EQ(counts.wrong, 0);
  EXPECT_EQ(counts.calls + counts.losses, raised);
}

// Four threads raise faster than one delivers. The queue does not fill up even if that thread is
// starved, since the others wait for it before each event once many are queued.
TEST_F(EventThreadTest, ManyRaisingThreadsLoseNothing) {
  Event<long, long> event(engine, spec());
  Counts counts(engine);
  counts.slow = true;
  const auto registration = count_on(counts, none);
  constexpr long each = 30'000;
  run_concurrently(threads, [&](int) {
    for (long i = 0; i != each; ++i) {
      if (i % 2 == 0) {
        event.raise(i, -i);
      } else {
        event.post(i, -i);
        engine.deliver_events(none);
      }
    }
  });
  engine.event_handle_free(registration, counts.free_callback());
  EXPECT_EQ(counts.calls, threads * each);
  EXPECT_EQ(counts.losses, 0);
  EXPECT_EQ(counts.backwards + counts.overlaps + counts.wrong, 0);
}

TEST_F(EventThreadTest, EmptyCallbackLosesNothing) {
  Event<long, long> event(engine, spec());
  struct Seen {
    std::atomic<long> calls{0};
    std::atomic<long> losses{0};
  } seen;
  const EventCallback count{[](ToolFunction, EventInstance, EventRegistration, CallbackSafety,
                               void* user_data) { ++static_cast<Seen*>(user_data)->calls; },
                            nullptr, &seen};
  const DroppedHandler lost{
      [](ToolFunction, std::int64_t number, EventRegistration, int, CallbackSafety,
         void* user_data) { static_cast<Seen*>(user_data)->losses += number; },
      nullptr};
  const auto registration = registration_of();
  ASSERT_EQ(engine.event_register_callback(registration, none, {}, count), Code::success);
  ASSERT_EQ(engine.event_set_dropped_handler(registration, lost), Code::success);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr long each = 50'000;
#else
  constexpr long each = 250'000;
#endif
  run_concurrently(threads, [&](int) {
    for (long i = 0; i != each; ++i) event.raise(i, -i);
  });
  engine.event_handle_free(registration, {});
  EXPECT_EQ(seen.calls, threads * each);
  EXPECT_EQ(seen.losses, 0);
}

// A callback waits for a thread that raises. That thread gives up waiting for the delivery.
TEST_F(EventThreadTest, CallbackMayWaitForARaisingThread) {
  Event<> event(engine, spec());
  std::atomic<bool> waiting{false};
  std::atomic<bool> raised{false};
  struct Waiter {
    std::atomic<bool>& waiting;
    std::atomic<bool>& raised;
  } waiter{waiting, raised};
  const EventCallback wait{
      [](ToolFunction, EventInstance, EventRegistration, CallbackSafety, void* user_data) {
        const Waiter& that = *static_cast<Waiter*>(user_data);
        that.waiting = true;
        while (!that.raised) std::this_thread::yield();
      },
      nullptr, &waiter};
  const auto registration = registration_of();
  ASSERT_EQ(engine.event_register_callback(registration, none, {}, wait), Code::success);
  std::thread first([&] { event.raise(); });
  while (!waiting) std::this_thread::yield();
  for (std::uint64_t i = 0; i != EventDelivery::few; ++i) event.post();
  event.raise();  // returns although the callback still runs
  raised = true;
  first.join();
}

TEST_F(EventThreadTest, PostedEventsAreDelivered) {
  Event<long, long> event(engine, spec());
  Counts counts(engine);
  const auto registration = count_on(counts, none);
  constexpr int rounds = 30000;
  std::atomic<int> arrived{0};
  const auto meet = [&](int round) {
    ++arrived;
    for (int spins = 0; arrived < 2 * round; ++spins) {
      if (spins > 1000) std::this_thread::yield();
    }
  };
  // Each round ends with an empty queue, in either order of the threads.
  int left = 0;
  const auto post = [&](bool check) {
    for (int round = 0; round != rounds; ++round) {
      meet(2 * round + 1);
      // Varies the moment of this thread's delivery at which the other thread posts.
      for (int wait = check ? 0 : round % 500; wait > 0; --wait) static_cast<void>(arrived.load());
      event.post(1, -1);
      engine.deliver_events(none);
      meet(2 * round + 2);
      if (check && counts.calls != 2L * (round + 1)) ++left;
    }
  };
  std::thread other(post, false);
  post(true);
  other.join();
  EXPECT_EQ(left, 0);
  engine.event_handle_free(registration, counts.free_callback());
  EXPECT_EQ(counts.backwards, 0);
  EXPECT_EQ(counts.losses, 0);
}

TEST_F(EventThreadTest, UnorderedSourceLosesNothing) {
  Event<long, long> event(engine, unordered_spec(thread_safe));
  Counts counts(engine);
  count_on(counts, thread_safe);
  const auto raised = on_threads(threads, [&](long i) { event.raise(i, -i); });
  EXPECT_EQ(counts.wrong, 0);
  EXPECT_EQ(counts.calls, raised);
}

TEST_F(EventThreadTest, NothingIsCalledAfterTheFreeCallback) {
  Event<long, long> event(engine, unordered_spec(thread_safe));
  std::vector<std::unique_ptr<Counts>> all;
  {
    const Background raising(2, [&] { event.raise(1, -1); });
    for (int i = 0; i != 300; ++i) {
      all.push_back(std::make_unique<Counts>(engine));
      all.back()->slow = true;
      const auto registration = count_on(*all.back(), thread_safe);
      while (all.back()->calls == 0) std::this_thread::yield();
      ASSERT_EQ(engine.event_handle_free(registration, all.back()->free_callback()), Code::success);
    }
  }
  for (const auto& counts : all) {
    EXPECT_EQ(counts->ends, 1);
    EXPECT_EQ(counts->late, 0);
    EXPECT_EQ(counts->wrong, 0);
  }
}

thread_local bool posting = false;

TEST_F(EventThreadTest, PostDoesNotCallTheFreeCallback) {
  Event<long, long> event(engine, spec());
  struct Seen {
    std::atomic<int> ends{0};
    std::atomic<int> called_by_post{0};
  } seen;
  const FreeCallback on_free{[](ToolFunction, EventRegistration, CallbackSafety, void* user_data) {
                               Seen& to = *static_cast<Seen*>(user_data);
                               ++to.ends;
                               if (posting) ++to.called_by_post;
                             },
                             nullptr, &seen};
  Counts counts(engine);
  constexpr int churn = 30000;
  {
    const auto keeper = count_on(counts, none);
    for (std::size_t i = 0; i != EventQueue::capacity; ++i) event.post(1, -1);  // fills the queue
    const Background dropping(2, [&] {
      posting = true;
      event.post(1, -1);
      posting = false;
    });
    for (int i = 0; i != churn; ++i) {
      ASSERT_EQ(engine.event_handle_free(count_on(counts, none), on_free), Code::success);
    }
    engine.event_handle_free(keeper, {});
  }
  engine.deliver_events(none);
  EXPECT_EQ(seen.ends, churn);
  EXPECT_EQ(seen.called_by_post, 0);
}

TEST_F(EventThreadTest, CallbacksAreReplacedWhileEventsAreRaised) {
  Event<long, long> event(engine, unordered_spec(thread_safe));
  Counts first(engine);
  Counts second(engine);
  const auto registration = count_on(first, thread_safe);
  const Background raising(2, [&] { event.raise(1, -1); });
  while (first.calls == 0) std::this_thread::yield();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
  for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
    ASSERT_EQ(engine.event_register_callback(registration, thread_safe, {},
                                             (i % 2 == 0 ? second : first).callback()),
              Code::success);
  }
  EXPECT_EQ(first.wrong + second.wrong, 0);
}

// --- signal handlers

}  // namespace
}  // namespace mpit

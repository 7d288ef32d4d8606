// SPDX-License-Identifier: BSD-3-Clause
// Events raised, registered and freed by several threads and in signal handlers.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/time.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "reference/selftests/event/event_fixture.hpp"

namespace mpit {
namespace {

using enum CallbackSafety;

// Callbacks of threads: counts what it sees, without memory of its own.
struct Counts {
  explicit Counts(Engine& of) : engine(of) {}

  EventCallback callback() {
    return {[](ToolFunction, EventInstance instance, EventRegistration, CallbackSafety,
               void* user_data) {
              Counts& counts = *static_cast<Counts*>(user_data);
              std::int64_t stamp = 0;
              std::int64_t pair[2] = {0, 0};
              const bool valid =
                  counts.engine.event_get_timestamp(instance, &stamp) == Code::success &&
                  counts.engine.event_copy(instance, pair) == Code::success && pair[0] == -pair[1];
              if (!valid) ++counts.wrong;
              if (counts.inside.exchange(true)) ++counts.overlaps;
              if (counts.slow) std::this_thread::yield();
              if (counts.latest.exchange(stamp) > stamp) ++counts.backwards;
              if (counts.ended) ++counts.late;
              ++counts.calls;
              counts.inside = false;
            },
            nullptr, this};
  }
  static DroppedHandler dropped_handler() {
    return {[](ToolFunction, std::int64_t count, EventRegistration, int, CallbackSafety,
               void* user_data) { static_cast<Counts*>(user_data)->losses += count; },
            nullptr};
  }
  FreeCallback free_callback() {
    return {[](ToolFunction, EventRegistration, CallbackSafety, void* user_data) {
              Counts& counts = *static_cast<Counts*>(user_data);
              ++counts.ends;
              counts.ended = true;
            },
            nullptr, this};
  }

  Engine& engine;
  bool slow = false;  // stays inside for a moment
  std::atomic<std::int64_t> calls{0};
  std::atomic<std::int64_t> losses{0};
  std::atomic<std::int64_t> latest{0};
  std::atomic<int> wrong{0};
  std::atomic<int> overlaps{0};
  std::atomic<int> backwards{0};
  std::atomic<int> late{0};
  std::atomic<int> ends{0};
  std::atomic<bool> inside{false};
  std::atomic<bool> ended{false};
};

// Repeats `work` on that many threads, all at once, for a while; returns how often.
template <class Work>
std::int64_t on_threads(int threads, Work work) {
  std::atomic<std::int64_t> rounds{0};
  std::barrier start(threads);
  const auto repeat = [&] {
    start.arrive_and_wait();
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
    for (long i = 0; i % 16 != 0 || std::chrono::steady_clock::now() < end; ++i) {
      work(i);
      ++rounds;
    }
  };
  std::vector<std::thread> running;
  for (int i = 0; i != threads; ++i) running.emplace_back(repeat);
  for (auto& thread : running) thread.join();
  return rounds;
}

// Work that goes on in the background.
class Background {
 public:
  template <class Work>
  Background(int threads, Work work) {
    for (int i = 0; i != threads; ++i) {
      threads_.emplace_back([this, work] {
        while (!stop_) work();
      });
    }
  }
  ~Background() {
    stop_ = true;
    for (auto& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

class EventThreadTest : public EventTest {
 protected:
  static constexpr int threads = 4;

  EventRegistration count_on(Counts& counts, CallbackSafety level) {
    const auto made = registration_of();
    EXPECT_EQ(engine.event_register_callback(made, level, {}, counts.callback()), Code::success);
    EXPECT_EQ(engine.event_set_dropped_handler(made, Counts::dropped_handler()), Code::success);
    return made;
  }
};

TEST_F(EventThreadTest, OrderedSourceCallsOneAtATimeInTheOrderOfTime) {
  Event<long, long> event(engine, info());
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

TEST_F(EventThreadTest, PostedEventsAreDeliveredBySomebody) {
  Event<long, long> event(engine, info());
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
  // Each round ends with nothing left in the queue, whoever was quicker.
  int left = 0;
  const auto post = [&](bool check) {
    for (int round = 0; round != rounds; ++round) {
      meet(2 * round + 1);
      // The other one comes at every moment of this one's delivery.
      for (int wait = check ? 0 : round % 500; wait > 0; --wait) arrived.load();
      event.post(1, -1);
      engine.deliver_events(none);
      meet(2 * round + 2);
      if (check && counts.calls != 2 * (round + 1)) ++left;
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
  Event<long, long> event(engine, unordered_info(thread_safe));
  Counts counts(engine);
  count_on(counts, thread_safe);
  const auto raised = on_threads(threads, [&](long i) { event.raise(i, -i); });
  EXPECT_EQ(counts.wrong, 0);
  EXPECT_EQ(counts.calls, raised);
}

TEST_F(EventThreadTest, NothingIsCalledAfterTheFreeCallback) {
  Event<long, long> event(engine, unordered_info(thread_safe));
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

TEST_F(EventThreadTest, PostsThatAreLastToLeaveDoNotCallTheFreeCallback) {
  Event<long, long> event(engine, info());
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
    for (std::size_t i = 0; i != EventQueue::capacity; ++i) event.post(1, -1);  // the queue is full
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
  Event<long, long> event(engine, unordered_info(thread_safe));
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

struct Signalled {
  const Event<long, long>* event = nullptr;
  std::atomic<long> raised{0};
};
Signalled signalled;

void raise_in_handler(int) {
  signalled.event->raise(2, -2);
  ++signalled.raised;
}

class EventSignalTest : public EventThreadTest {
 protected:
  void start(const Event<long, long>& event) {
    signalled.event = &event;
    signalled.raised = 0;
    struct sigaction action {};
    action.sa_handler = raise_in_handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    const itimerval often{{0, 200}, {0, 200}};
    setitimer(ITIMER_REAL, &often, nullptr);
  }
  void stop() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    signal(SIGALRM, SIG_IGN);
  }
};

TEST_F(EventSignalTest, HandlerRaisesWhileEverythingElseIsUnderWay) {
  Event<long, long> event(engine, info());
  EventInfo of_signal = info(async_signal_safe);
  of_signal.name = "signal";
  Event<long, long> in_handler(engine, of_signal);
  Counts in_order(engine);
  Counts by_signal(engine);
  const auto kept = count_on(in_order, none);
  EventRegistration registration{};
  ASSERT_EQ(engine.event_handle_alloc(event_named("signal"), nullptr, {}, &registration),
            Code::success);
  engine.event_register_callback(registration, async_signal_safe, {}, by_signal.callback());
  engine.event_set_dropped_handler(registration, Counts::dropped_handler());
  long raised = 0;
  start(in_handler);
  while (signalled.raised < 2000) {
    event.raise(1, -1);
    ++raised;
    Counts passing(engine);
    const auto brief = count_on(passing, none);
    event.raise(1, -1);
    ++raised;
    engine.event_handle_free(brief, passing.free_callback());
  }
  stop();
  in_handler.raise(1, -1);  // reports what was lost, if anything
  engine.event_handle_free(registration, by_signal.free_callback());
  engine.event_handle_free(kept, in_order.free_callback());
  EXPECT_EQ(in_order.wrong + by_signal.wrong, 0);
  EXPECT_EQ(in_order.calls + in_order.losses, raised);
  EXPECT_EQ(by_signal.calls + by_signal.losses, signalled.raised + 1);
}

}  // namespace
}  // namespace mpit

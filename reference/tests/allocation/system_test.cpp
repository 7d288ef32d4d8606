// SPDX-License-Identifier: BSD-3-Clause
// The engine when the system refuses mappings, threads, a key for thread exit, or barriers.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <latch>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "reference/component/event.hpp"
#include "reference/component/instruments.hpp"
#include "reference/engine/core/barrier.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/tests/allocation/refusal.hpp"
#include "reference/tests/pvar/stepping.hpp"

namespace mpit {
namespace {

// A counter with a started handle.
struct Counting {
  Engine engine;
  Counter<> counter{engine, {.name = "counter"}};
  PvarSession session{};
  PvarHandle handle{};

  Counting() {
    int number = 0;
    engine.init_thread(static_cast<int>(ThreadLevel::multiple), &number);
    engine.pvar_session_create(&session);
    engine.pvar_handle_alloc(session, 0, nullptr, &handle, &number);
    engine.pvar_start(session, handle);
  }
  unsigned long long value() {
    unsigned long long value = 0;
    EXPECT_EQ(engine.pvar_read(session, handle, &value), Code::success);
    return value;
  }
};

int blocks() {
  int count = 0;
  for (auto* block = detail::shared_block; block != nullptr; block = block->next) ++count;
  return count;
}

// Threads that occupy all blocks left by ended threads, so that the next thread needs a new one.
class NoBlockIsLeft {
 public:
  NoBlockIsLeft() {
    for (const int before = blocks(); blocks() == before;) {
      std::latch counted(1);
      holders_.emplace_back([this, &counted] {
        scene_.counter.inc();
        counted.count_down();
        end_.wait();
      });
      counted.wait();
    }
  }
  ~NoBlockIsLeft() {
    end_.count_down();
    for (std::thread& holder : holders_) holder.join();
  }

 private:
  Counting scene_;
  std::latch end_{1};
  std::vector<std::thread> holders_;
};

// An event type with a tool that counts calls and losses.
struct Raising {
  explicit Raising(const Behaviour& behaviour = {}) : engine(behaviour) {
    int provided = 0;
    engine.init_thread(static_cast<int>(ThreadLevel::multiple), &provided);
    EventRegistration registration{};
    engine.event_handle_alloc(0, nullptr, {}, &registration);
    const EventCallback count{[](ToolFunction, EventInstance, EventRegistration, CallbackSafety,
                                 void* data) { ++static_cast<Raising*>(data)->calls; },
                              nullptr, this};
    const DroppedHandler lose{
        [](ToolFunction, std::int64_t number, EventRegistration, int, CallbackSafety, void* data) {
          static_cast<Raising*>(data)->losses += number;
        },
        nullptr};
    engine.event_register_callback(registration, CallbackSafety::none, {}, count);
    engine.event_set_dropped_handler(registration, lose);
  }

  long calls = 0;
  long losses = 0;
  Engine engine;
  SourceRecord& source = engine.add_source({.name = "source"});
  Event<> event{engine, {.name = "event", .source = &source}};
};

// Runs in child processes, because the process makes these requests only once.
class RefusedOnce : public testing::TestWithParam<Resource> {
 protected:
  RefusedOnce() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

[[noreturn]] void leave(bool right) { std::_Exit(right ? 0 : 1); }

TEST_P(RefusedOnce, BeforeTheFirstEngine) {
  EXPECT_EXIT(
      {
        long refusals = 0;
        for (bool refused = true; refused;) {
          const Refusal refusal(refusals + 1, GetParam());
          std::optional<Counting> made;
          try {
            made.emplace();
          } catch (const std::bad_alloc&) {
          }
          refused = refusal.happened();
          // Only the request for the thread's block was refused: the thread uses the shared block.
          if (!refused && !made) leave(false);
          if (made) {
            made->counter.inc(3);
            if (made->value() != 3) leave(false);
          }
          if (refused) ++refusals;
        }
        leave(refusals > 1);
      },
      testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(Resources, RefusedOnce,
                         testing::Values(Resource::mapping, Resource::thread_key));

// Refuses only the nth barrier. From then on both sides must fence.
class RefusedBarrier : public testing::TestWithParam<long> {
 protected:
  RefusedBarrier() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_P(RefusedBarrier, KeepsMarksAndHandlesCorrect) {
  EXPECT_EXIT(
      {
        std::thread([] {}).join();  // barriers are used once there has been a second thread
        const Refusal refusal(GetParam(), Resource::barrier);
        Engine engine;
        HighWatermark<> mark(engine, {.name = "mark"});
        int number = 0;
        PvarSession session{};
        engine.init_thread(static_cast<int>(ThreadLevel::multiple), &number);
        engine.pvar_session_create(&session);
        bool right = true;
        for (unsigned level = 1; level != 100; ++level) {
          PvarHandle handle{};
          unsigned long long value = 0;
          engine.pvar_handle_alloc(session, 0, nullptr, &handle, &number);
          engine.pvar_start(session, handle);
          mark.update(level);
          mark.update(0);
          engine.pvar_read(session, handle, &value);
          right = right && value == level;
          right = right && engine.pvar_handle_free(session, &handle) == Code::success;
        }
        leave(right && detail::light_barriers_fence);
      },
      testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(Nth, RefusedBarrier, testing::Range(1L, 6L));

class RefusedToAThread : public testing::TestWithParam<Resource> {};

TEST_P(RefusedToAThread, CountsInTheSharedBlockWithoutALeak) {
  const NoBlockIsLeft holders;
  Counting scene;
  scene.counter.inc();
  int before = 0;
  for (int thread = 0; thread != 5; ++thread) {
    std::thread([&] {
      {
        const Refusal refusal(1, GetParam());
        scene.counter.inc(10);
        // Later threads take over the block of the first.
        EXPECT_EQ(refusal.happened(), thread == 0 || GetParam() == Resource::thread_key);
      }
      {
        const Refusal refusal(1, GetParam());  // the visit gets no block of its own
        EXPECT_EQ(scene.value() % 10, static_cast<unsigned>(thread + 1));
      }
      scene.counter.inc();  // claims a block
    }).join();
    if (thread == 0) before = blocks();
  }
  EXPECT_EQ(scene.value(), 56U);
  EXPECT_EQ(blocks(), before);
}

INSTANTIATE_TEST_SUITE_P(Resources, RefusedToAThread,
                         testing::Values(Resource::mapping, Resource::thread_key));

TEST(RefusedMapping, OfTheQueueLosesExactlyOneEvent) {
  Raising scene;
  constexpr long posts = 3000;
  long refusals = 0;
  for (;; ++refusals) {
    Raising each;
    bool refused = false;
    {
      const Refusal refusal(refusals + 1, Resource::mapping);
      for (long i = 0; i != posts; ++i) each.event.post();
      refused = refusal.happened();
    }
    each.engine.deliver_events(CallbackSafety::none);
    EXPECT_EQ(each.losses, refused ? 1 : 0);
    EXPECT_EQ(each.calls, posts - each.losses);
    if (!refused) break;
  }
  EXPECT_GT(refusals, 5);
}

// With Behaviour::callbacks_in_own_thread.
TEST(RefusedThread, CallbackRunsInTheRaisingThread) {
  Raising scene({.callbacks_in_own_thread = true});
  for (const Resource resource : {Resource::thread, Resource::memory}) {
    const long before = scene.calls;
    const Refusal refusal(1, resource);
    scene.event.raise();
    EXPECT_TRUE(refusal.happened());
    EXPECT_EQ(scene.calls, before + 1);
  }
}

TEST(RefusedToThisThread, DoublesAndTimesCountInTheSharedBlock) {
  Engine engine;
  const Aggregate<double> sum(engine, {.name = "sum"});
  const Timer<unsigned long long> timer(engine, {.name = "time"});
  std::thread([&] {
    {
      const Refusal refusal(1, Resource::thread_key);
      sum.inc(0.5);
      EXPECT_TRUE(refusal.happened());
    }
    {
      const Refusal refusal(1, Resource::thread_key);
      timer.start();
      EXPECT_TRUE(refusal.happened());
    }
    const Refusal refusal(1, Resource::thread_key);
    timer.end();
    EXPECT_TRUE(refusal.happened());
  }).join();
  sum.inc(0.25);
  EXPECT_EQ(sum.get(), 0.75);
  const auto time = timer.get();
  EXPECT_GT(time, 0U);
  EXPECT_EQ(timer.get(), time);  // no stretch is running
}

#if MPIT_STEPPING

TEST(RefusedToThisThread, AddToTheSharedBlockIsReentrant) {
  Engine engine;
  const Counter<> counter(engine, {.name = "counter"});
  Stepper stepper;
  unsigned long long added = 0;
  Stepper::at_steps(
      [&](std::size_t step) {
        const auto add = [&] {
          const Refusal refusal(1, Resource::thread_key);
          counter.inc();
        };
        bool more = false;
        std::thread([&] { more = stepper.run(step, add, add); }).join();
        added += 1U + more;
        EXPECT_EQ(counter.get(), added) << "interrupted at step " << step;
      },
      300);
}

#endif

TEST(RefusedMapping, FreeInsideAVisitWithoutABlockIsDeferred) {
  Engine engine;
  const HighWatermark<> marks(engine, {.name = "marks"}, 7, 3);
  PvarSession session{};
  PvarSession ending{};
  PvarHandle handle{};
  PvarHandle other{};
  CvarHandle cvar{};
  int number = 0;
  const auto end = [&](ObjectWord, const void*) {
    EXPECT_EQ(engine.pvar_handle_free(session, &handle), Code::success);
    EXPECT_EQ(engine.pvar_session_free(&ending), Code::success);
    return Code::success;
  };
  engine.add_cvar({.name = "ends", .set = end});
  engine.init_thread(0, &number);
  engine.pvar_session_create(&session);
  engine.pvar_session_create(&ending);
  engine.pvar_handle_alloc(session, 0, nullptr, &handle, &number);
  engine.pvar_handle_alloc(ending, 0, nullptr, &other, &number);
  engine.cvar_handle_alloc(0, nullptr, &cvar, &number);
  const Word gone[] = {static_cast<Word>(handle), static_cast<Word>(other)};
  const NoBlockIsLeft holders;
  std::thread([&] {
    const Refusal refusal(1, Resource::mapping);
    const int value = 1;
    EXPECT_EQ(engine.cvar_write(cvar, &value), Code::success);
    EXPECT_TRUE(refusal.happened());
  }).join();
  EXPECT_EQ(detail::shared_block->visiting, 0U);
  PvarHandle heir{};
  engine.pvar_handle_alloc(session, 0, nullptr, &heir, &number);
  for (const Word word : gone) EXPECT_NE(slot_of(static_cast<Word>(heir)), slot_of(word));
  std::array<unsigned long long, 3> values{};
  EXPECT_EQ(engine.pvar_read(session, heir, values.data()), Code::success);
  EXPECT_EQ(values, (std::array{7ULL, 7ULL, 7ULL}));
}

}  // namespace
}  // namespace mpit

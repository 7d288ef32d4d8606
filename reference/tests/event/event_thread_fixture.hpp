// SPDX-License-Identifier: BSD-3-Clause
// Callbacks that several threads call, and background threads.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "reference/support/run_concurrently.hpp"
#include "reference/tests/event/event_fixture.hpp"

namespace mpit {

using enum CallbackSafety;

// Callbacks that count calls, losses and errors without allocating.
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
  bool slow = false;  // the callback takes a moment
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

// Repeats `work` on so many threads for a while. Returns the total number of repetitions.
template <class Work>
std::int64_t on_threads(int threads, Work work) {
  std::atomic<std::int64_t> rounds{0};
  run_concurrently(threads, [&](int) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
    for (long i = 0; i % 16 != 0 || std::chrono::steady_clock::now() < end; ++i) {
      work(i);
      ++rounds;
    }
  });
  return rounds;
}

// Repeats `work` on background threads until it is destroyed.
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

}  // namespace mpit

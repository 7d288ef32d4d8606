// SPDX-License-Identifier: BSD-3-Clause
// Events raised in signal handlers.
#include <gmock/gmock.h>
#include <signal.h>

#include <atomic>
#include <optional>

#include "reference/support/signal_timers.hpp"
#include "reference/tests/event/event_thread_fixture.hpp"

namespace mpit {
namespace {

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
    handle_signal(SIGALRM, raise_in_handler);
    timer_.emplace(SIGALRM, 5000);
  }
  void stop() {
    timer_.reset();
    signal(SIGALRM, SIG_IGN);
  }

 private:
  std::optional<SignalTimers> timer_;
};

TEST_F(EventSignalTest, HandlerRaisesDuringAllOtherCalls) {
  Event<long, long> event(engine, spec());
  EventSpec of_signal = spec(async_signal_safe);
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
  in_handler.raise(1, -1);  // reports pending losses
  engine.event_handle_free(registration, by_signal.free_callback());
  engine.event_handle_free(kept, in_order.free_callback());
  EXPECT_EQ(in_order.wrong + by_signal.wrong, 0);
  EXPECT_EQ(in_order.calls + in_order.losses, raised);
  EXPECT_EQ(by_signal.calls + by_signal.losses, signalled.raised + 1);
}

}  // namespace
}  // namespace mpit

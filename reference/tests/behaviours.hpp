// SPDX-License-Identifier: BSD-3-Clause
// An engine with another legal behaviour (choices.md). A test makes it with the switch in question.
#pragma once

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {

struct With : EventTest {
  explicit With(const Behaviour& behaviour) : EventTest(behaviour) {}
  void TestBody() override {}
  using EventTest::engine;
  using EventTest::free;
  using EventTest::listen;
  using EventTest::new_handle;
  using EventTest::new_session;
  using EventTest::read;
  using EventTest::registration_of;
  using EventTest::report_losses;
  using EventTest::spec;
  using EventTest::unordered_spec;
  using EventTest::write;

  int update_number() {
    int number = -1;
    EXPECT_EQ(engine.category_changed(&number), Code::success);
    return number;
  }
};

/// Has an event type that demands THREAD_SAFE.
struct WithEvents : With {
  explicit WithEvents(const Behaviour& behaviour) : With(behaviour) {}

  /// Makes a registration without a callback for the demand lose an event.
  void lose_one(EventRegistration registration) {
    report_losses(registration);
    strict.raise();
  }

  Event<> strict{engine, spec(CallbackSafety::thread_safe)};
  Tool tool;
};

}  // namespace mpit

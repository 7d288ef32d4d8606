// SPDX-License-Identifier: BSD-3-Clause
// Instruments as a component uses them, without handles.
#include <thread>

#include "reference/component/control.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

TEST(Instruments, WorkWithoutInitialization) {
  Engine engine;
  const Counter<> counter(engine, {.name = "v"});
  counter.inc(3);
  EXPECT_EQ(counter.get(), 3U);
}

TEST(Instruments, MayOutliveTheEngine) {
  auto engine = std::make_unique<Engine>();
  const Counter<> counter(*engine, {.name = "v"});
  counter.inc();
  engine.reset();
  counter.inc();
  EXPECT_EQ(counter.get(), 2U);
}

TEST(Instruments, FixTheirClassAndBinding) {
  Engine engine;
  const Counter<> counter(engine, {.name = "v", .var_class = PvarClass::state});
  EXPECT_EQ(engine.find_pvar("v", PvarClass::counter), 0);
  EXPECT_THROW(Counter<>(engine, {.name = "bound", .bind = Bind::mpi_comm}), std::invalid_argument);
}

TEST(Instruments, CopiesUpdateTheSameVariable) {
  Engine engine;
  const Counter<> counter(engine, {.name = "v"});
  const Counter<> copy = counter;  // NOLINT(performance-unnecessary-copy-initialization): tested
  copy.inc();
  EXPECT_EQ(counter.get(), 1U);
}

TEST(Instruments, EnginesDoNotShareWords) {
  Engine a;
  Engine b;
  const Counter<> in_a(a, {.name = "v"});
  const Counter<> in_b(b, {.name = "v"});
  for (int i = 0; i != 10; ++i) {  // alternates between the engines' words
    in_a.inc(1);
    in_b.inc(2);
  }
  EXPECT_EQ(in_a.get(), 10U);
  EXPECT_EQ(in_b.get(), 20U);
}

TEST(Instruments, IncTogetherEqualsSeparateIncs) {
  Engine engine;
  const Counter<> counter(engine, {.name = "counter"}, 2);
  const Aggregate<> aggregate(engine, {.name = "aggregate"});
  const auto update = [&] {
    inc_together([&](const auto& inc) {
      inc(counter);
      inc(counter, 2, 1);
      inc(aggregate, 3);
    });
  };
  std::thread([&] {
    update();  // a thread's first add
    update();
  }).join();
  EXPECT_EQ(counter.get(0), 2U);
  EXPECT_EQ(counter.get(1), 4U);
  EXPECT_EQ(aggregate.get(), 6U);
}

TEST(Instruments, CounterReadsComponentMemory) {
  std::uint64_t count = 3;
  Engine engine;
  const CounterOf counter(engine, {.name = "v"}, count);
  EXPECT_EQ(counter.get(), 3U);
  count = 5;
  EXPECT_EQ(counter.get(), 5U);
}

TEST(Instruments, ComponentReadsControls) {
  Engine engine;
  Control<double> control(engine, {.name = "v"}, 2.5);
  EXPECT_EQ(control.get(), 2.5);
  control.set(4);
  EXPECT_EQ(control.get(), 4.0);
}

}  // namespace
}  // namespace mpit

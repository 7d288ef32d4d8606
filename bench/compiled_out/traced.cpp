// SPDX-License-Identifier: BSD-3-Clause
// Work with C++ instruments of each class. BARE leaves their lines out: the object code must equal
// that of MPIT_DISABLE_PVARS.
#include <cstddef>

#ifndef BARE
#include "reference/component/instruments.hpp"
#include "reference/component/per_object.hpp"
#endif

// As in a component, all instruments are created together with the given engine.
struct Traced {
#ifndef BARE
  explicit Traced(mpit::Engine& engine)
      : state(engine, {.name = "t_state"}),
        level(engine, {.name = "t_level"}),
        counter(engine, {.name = "t_counter"}),
        cost(engine, {.name = "t_cost"}),
        time(engine, {.name = "t_time"}),
        high(engine, {.name = "t_high"}, 2U) {}

  mpit::State state;
  mpit::Level<> level;
  mpit::Counter<> counter;
  mpit::Aggregate<double> cost;
  mpit::Timer<> time;
  mpit::HighWatermark<unsigned> high;
#endif
};

unsigned traced_work(Traced& traced, const unsigned* sizes, std::size_t count);
unsigned traced_work([[maybe_unused]] Traced& traced, const unsigned* sizes, std::size_t count) {
  unsigned sum = 0;
  for (std::size_t i = 0; i != count; ++i) {
#ifndef BARE
    const mpit::Timer<>::Stretch stretch(traced.time);
    traced.state.set(static_cast<int>(i));
    traced.level.inc(sizes[i]);
    traced.counter.inc();
    traced.cost.inc(sizes[i] * 0.5);
    traced.high.update(sizes[i]);
#endif
    sum = sum * 31 + sizes[i];
#ifndef BARE
    traced.level.dec(sizes[i]);
#endif
  }
  return sum;
}

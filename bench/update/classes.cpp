// SPDX-License-Identifier: BSD-3-Clause
// The cost of an update, for each class of variable. Compiled twice: normally, and with performance
// variables compiled out.
#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <type_traits>

#include "bench/common/plain.hpp"
#include "bench/common/program.hpp"
#include "bench/update/engine_use.hpp"
#include "bench/update/update.hpp"
#include "conformance/harness/facts/text.hpp"
#include "reference/component/instruments.hpp"

namespace mpitcheck::bench {

namespace {

// One kind of update: its operation, and the values of the variable and its handles after `n`
// updates. `baseline` is the benchmark of the same update of a plain variable. It is not used if
// performance variables are compiled out.

struct CounterInc {
  [[maybe_unused]] static constexpr const char *name = "counter", *baseline = "increment";
  using Instrument = mpit::Counter<>;
  void operator()(Instrument& counter) const { counter.inc(); }
  static auto shows(std::uint64_t n) { return n; }
};

// A counter that is found through memory in each step: see baseline/increment_chain.
struct CounterChain {
  [[maybe_unused]] static constexpr const char *name = "counter_chain",
                                               *baseline = "increment_chain";
  using Instrument = mpit::Counter<>;
  static void prepare(Instrument& counter) { where = &counter; }
  void operator()(Instrument&) const { where->inc(); }
  static auto shows(std::uint64_t n) { return n; }
  static inline Instrument* volatile where = nullptr;
};

struct AggregateInc {
  [[maybe_unused]] static constexpr const char *name = "aggregate", *baseline = "increment";
  using Instrument = mpit::Aggregate<>;
  void operator()(Instrument& aggregate) const { aggregate.inc(3); }
  static auto shows(std::uint64_t n) { return 3 * n; }
};

struct AggregateDoubleInc {
  [[maybe_unused]] static constexpr const char *name = "aggregate_double", *baseline = "increment";
  using Instrument = mpit::Aggregate<double>;
  void operator()(Instrument& aggregate) const { aggregate.inc(0.5); }
  static auto shows(std::uint64_t n) { return 0.5 * static_cast<double>(n); }
};

struct TimerInc {
  [[maybe_unused]] static constexpr const char *name = "timer", *baseline = "increment";
  using Instrument = mpit::Timer<unsigned long long>;
  void operator()(Instrument& timer) const { timer.inc(std::chrono::nanoseconds(2)); }
  static auto shows(std::uint64_t n) { return 2 * n; }
};

// Instruments with the last stored value.
template <class Kind>
struct Set {
  using Instrument = Kind;
  using Value = typename Kind::Value;
  static constexpr const char* baseline = "store";
  void operator()(Instrument& instrument) const { instrument.set(static_cast<Value>(low_level)); }
  static auto shows(std::uint64_t) { return static_cast<Value>(low_level); }
};
struct StateSet : Set<mpit::State> {
  static constexpr const char* name = "state";
};
struct LevelSet : Set<mpit::Level<>> {
  static constexpr const char* name = "level";
};
struct SizeSet : Set<mpit::Size<>> {
  static constexpr const char* name = "size";
};
struct PercentageSet : Set<mpit::Percentage> {
  static constexpr const char* name = "percentage";
};
struct GenericSet : Set<mpit::Generic<unsigned long long>> {
  static constexpr const char* name = "generic";
};

struct LevelInc {
  [[maybe_unused]] static constexpr const char *name = "level_inc", *baseline = "fetch_add_shared";
  using Instrument = mpit::Level<>;
  void operator()(Instrument& level) const { level.inc(); }
  static auto shows(std::uint64_t n) { return n; }
};

// Watermarks: no new extreme, or a new one each time. `prepare` sets the level when the handles
// start, `last` is the level after n updates.
struct HighRare {
  [[maybe_unused]] static constexpr const char *name = "highwatermark_rare",
                                               *baseline = "watermark";
  using Instrument = mpit::HighWatermark<>;
  static void prepare(Instrument& mark) { mark.update(1000); }
  void operator()(Instrument& mark) const { mark.update(low_level); }
  static auto shows(std::uint64_t) { return std::uint64_t{1000}; }
  static auto last(std::uint64_t) { return low_level; }
};

struct HighFrequent {
  [[maybe_unused]] static constexpr const char *name = "highwatermark_frequent",
                                               *baseline = "watermark";
  using Instrument = mpit::HighWatermark<>;
  void operator()(Instrument& mark) { mark.update(++level); }
  static auto shows(std::uint64_t n) { return n; }
  std::uint64_t level = 0;
};

struct LowRare {
  [[maybe_unused]] static constexpr const char *name = "lowwatermark_rare", *baseline = "watermark";
  using Instrument = mpit::LowWatermark<>;
  static void prepare(Instrument& mark) { mark.update(1); }
  void operator()(Instrument& mark) const { mark.update(low_level); }
  static auto shows(std::uint64_t) { return std::uint64_t{1}; }
  static auto last(std::uint64_t) { return low_level; }
};

struct LowFrequent {
  [[maybe_unused]] static constexpr const char *name = "lowwatermark_frequent",
                                               *baseline = "watermark";
  static constexpr std::uint64_t highest = std::uint64_t{1} << 62;
  using Instrument = mpit::LowWatermark<>;
  static void prepare(Instrument& mark) { mark.update(highest); }
  void operator()(Instrument& mark) { mark.update(--level); }
  static auto shows(std::uint64_t n) { return highest - n; }
  std::uint64_t level = highest;
};

// An engine with one variable, and `handles` started handles of it.
template <class Update>
struct Watched {
  using Instrument = typename Update::Instrument;

  explicit Watched(int handles) : instrument(engine, mpit::PvarSpec{.name = "watched"}) {
    if constexpr (requires { Update::prepare(instrument); }) Update::prepare(instrument);
#ifndef MPIT_DISABLE_PVARS
    started = start_handles(engine, 0, handles);
#else
    static_cast<void>(handles);
#endif
  }

  RunningEngine engine;
  Instrument instrument;
  Started started;
};

// One loop for all cases of a kind, so that only the variable differs.
template <class Update>
[[gnu::noinline]] void repeat(benchmark::State& state, typename Update::Instrument& instrument) {
  time_steps(state, [&instrument, update = Update()]() mutable {
    update(instrument);
    benchmark::ClobberMemory();
  });
}

#ifdef MPIT_DISABLE_PVARS

template <class Update>
void add_class() {
  add(join("update/", Update::name, "/disabled"), "empty_loop", [](benchmark::State& state) {
    Watched<Update> watched(0);
    repeat<Update>(state, watched.instrument);
  });
}

#else

// Checks that every timed update happened: the variable and its handle must show all updates.
template <class Update>
void expect_updates(benchmark::State& state, Watched<Update>& watched) {
  const auto n = static_cast<std::uint64_t>(state.iterations() * state.threads());
  auto last = Update::shows(n);
  if constexpr (requires { Update::last(n); }) last = Update::last(n);
  if (watched.instrument.get() != last) state.SkipWithError("the variable lacks updates");
  if (watched.started.handle == PvarHandle{}) return;
  auto shown = Update::shows(n);
  require(watched.engine.pvar_read(watched.started.session, watched.started.handle, &shown));
  if (shown != Update::shows(n)) state.SkipWithError("the handle lacks updates");
}

// The variable that several threads update in one run.
template <class Update>
std::unique_ptr<Watched<Update>> shared_by_threads;

template <class Update>
void add_on_threads(const std::string& name) {
  const auto make = [](const benchmark::State&) {
    shared_by_threads<Update> = std::make_unique<Watched<Update>>(0);
  };
  const auto drop = [](const benchmark::State&) { shared_by_threads<Update>.reset(); };
  add(name, Update::baseline,
      [](benchmark::State& state) {
        Watched<Update>& watched = *shared_by_threads<Update>;
        repeat<Update>(state, watched.instrument);
        if (state.thread_index() == 0) expect_updates(state, watched);
      })
      ->Threads(2)
      ->Threads(4)
      ->Setup(make)
      ->Teardown(drop);
}

template <class Update>
void add_class() {
  const auto with_handles = [](int handles) {
    return [handles](benchmark::State& state) {
      Watched<Update> watched(handles);
      repeat<Update>(state, watched.instrument);
      expect_updates(state, watched);
    };
  };
  const std::string name = join("update/", Update::name, "/enabled");
  add(name, Update::baseline, with_handles(0));
  if constexpr (std::is_empty_v<Update>) add_on_threads<Update>(name);
  for (const int handles : {1, 10, 1000, 10000}) {
    add(join("scale/update_", Update::name, "_by_handles/", handles), Update::baseline,
        with_handles(handles));
  }
}

// Eight counters in turn.
void counters_in_turn(benchmark::State& state) {
  RunningEngine engine;
  std::deque<mpit::Counter<>> counters;
  for (int i = 0; i != 8; ++i) {
    counters.emplace_back(engine, mpit::PvarSpec{.name = join("counter ", i)});
  }
  std::array<mpit::Counter<>*, 8> all{};
  std::transform(counters.begin(), counters.end(), all.begin(), [](auto& each) { return &each; });
  time_steps(state, [&all] {
    for (mpit::Counter<>* const counter : all) {
      counter->inc();
      benchmark::ClobberMemory();
    }
  });
  for (const auto& counter : counters) expect_gain(state, counter.get());
}

#endif

}  // namespace

#ifdef MPIT_DISABLE_PVARS
void add_disabled_classes() {
#else
void add_classes() {
  add("update/counter_eight/enabled", "increment_eight", counters_in_turn);
#endif
  add_class<CounterInc>();
  add_class<CounterChain>();
  add_class<AggregateInc>();
  add_class<AggregateDoubleInc>();
  add_class<TimerInc>();
  add_class<StateSet>();
  add_class<LevelSet>();
  add_class<LevelInc>();
  add_class<SizeSet>();
  add_class<PercentageSet>();
  add_class<GenericSet>();
  add_class<HighRare>();
  add_class<HighFrequent>();
  add_class<LowRare>();
  add_class<LowFrequent>();
}

}  // namespace mpitcheck::bench

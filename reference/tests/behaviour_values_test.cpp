// SPDX-License-Identifier: BSD-3-Clause
// The other legal behaviours (choices.md) of values, initialization and misuse.
#include <chrono>
#include <climits>
#include <memory>
#include <stdexcept>

#include "reference/tests/behaviours.hpp"

namespace mpit {
namespace {

TEST(BehavioursOfStrings, LengthOfAFittingStringIsNotWritten) {
  With with({.fitting_length = Behaviour::FittingLength::as_passed});
  with.engine.add_category("abc");
  char buffer[9];
  for (const auto& [passed, returned] : {std::pair{9, 9}, {4, 4}, {3, 4}, {0, 4}}) {
    int len = passed;
    EXPECT_EQ(
        with.engine.category_get_info(0, buffer, &len, nullptr, nullptr, nullptr, nullptr, nullptr),
        Code::success);
    EXPECT_EQ(len, returned) << passed;
  }
}

TEST(BehavioursOfValues, ReadonlySumsAreResetOnlyOneByOne) {
  With with({.readonly_resets = true});
  Counter<> counter(with.engine, {.name = "v", .readonly = true, .atomic = false});
  const Level<> level(with.engine, {.name = "v", .readonly = true, .atomic = false});
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  counter.inc(3);
  EXPECT_EQ(with.engine.pvar_reset(session, PvarHandle::all), Code::success);
  EXPECT_EQ(with.read<unsigned long long>(session, handle), 3U);
  EXPECT_EQ(with.engine.pvar_reset(session, handle), Code::success);
  EXPECT_EQ(with.read<unsigned long long>(session, handle), 0U);
  EXPECT_EQ(with.engine.pvar_reset(session, with.new_handle(session, 1)), Code::pvar_no_write);
}

TEST(BehavioursOfValues, ReadonlySumsAndMarksOfEachClassAreReset) {
  With with({.readonly_resets = true});
  const PvarSpec spec{.name = "v", .readonly = true, .atomic = false};
  const Aggregate<> aggregate(with.engine, spec);
  const Timer<> timer(with.engine, spec);
  HighWatermark<> high(with.engine, spec, 5);
  LowWatermark<> low(with.engine, spec, 5);
  const State state(with.engine, spec);
  const PvarSession session = with.new_session();
  const auto handle_of = [&](PvarClass var_class) {
    return with.new_handle(session, with.engine.find_pvar("v", var_class));
  };
  for (const PvarClass var_class : {PvarClass::aggregate, PvarClass::timer,
                                    PvarClass::highwatermark, PvarClass::lowwatermark}) {
    const PvarHandle handle = handle_of(var_class);
    EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
    aggregate.inc(3);
    for (const unsigned level : {1U, 9U, 5U}) {
      high.update(level);
      low.update(level);
    }
    timer.inc(std::chrono::seconds(7));
    const bool is_mark =
        var_class >= PvarClass::highwatermark && var_class <= PvarClass::lowwatermark;
    EXPECT_EQ(with.engine.pvar_reset(session, handle), Code::success);
    // A timer's 0.0 has the bits of 0.
    EXPECT_EQ(with.read<unsigned long long>(session, handle), is_mark ? 5U : 0U);
  }
  EXPECT_EQ(with.engine.pvar_reset(session, handle_of(PvarClass::state)), Code::pvar_no_write);
}

TEST(BehavioursOfValues, WritesOrResetsAreRefused) {
  With unwritable({.pvar_writes_refused = true});
  const Counter<> first(unwritable.engine, {.name = "v"});
  PvarSession session = unwritable.new_session();
  PvarHandle handle = unwritable.new_handle(session, 0);
  EXPECT_EQ(unwritable.write(session, handle, 1ULL), Code::pvar_no_write);
  EXPECT_EQ(unwritable.engine.pvar_reset(session, handle), Code::success);

  With unresettable({.pvar_resets_refused = true});
  const Counter<> second(unresettable.engine, {.name = "v"});
  session = unresettable.new_session();
  EXPECT_EQ(unresettable.engine.pvar_reset(session, PvarHandle::all), Code::success);
  handle = unresettable.new_handle(session, 0);
  EXPECT_EQ(unresettable.write(session, handle, 1ULL), Code::success);
  unsigned long long value = 0;
  EXPECT_EQ(unresettable.engine.pvar_readreset(session, handle, &value), Code::pvar_no_write);
  EXPECT_EQ(unresettable.engine.pvar_reset(session, handle), Code::pvar_no_write);
  EXPECT_EQ(unresettable.engine.pvar_reset(session, PvarHandle::all), Code::pvar_no_write);
}

TEST(BehavioursOfValues, AWatermarkResetWhileStoppedHasNoValueUntilStarted) {
  With with({.stopped_watermark_reset = Behaviour::StoppedReset::no_value});
  const HighWatermark<> mark(with.engine, {.name = "v"});
  const Counter<> counter(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  unsigned long long value = 0;
  const PvarHandle counting = with.new_handle(session, 1);
  EXPECT_EQ(with.engine.pvar_reset(session, counting), Code::success);
  EXPECT_EQ(with.engine.pvar_read(session, counting, &value), Code::success);
  EXPECT_EQ(with.engine.pvar_read(session, handle, &value), Code::success);
  EXPECT_EQ(with.engine.pvar_reset(session, handle), Code::success);
  EXPECT_EQ(with.engine.pvar_read(session, handle, &value), Code::invalid);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  EXPECT_EQ(with.engine.pvar_read(session, handle, &value), Code::success);
  EXPECT_EQ(with.engine.pvar_reset(session, handle), Code::success);
  EXPECT_EQ(with.engine.pvar_read(session, handle, &value), Code::success);
}

TEST(BehavioursOfValues, WritingAGaugeChangesTheVariable) {
  With with({.gauge_write = Behaviour::GaugeWrite::variable});
  const Level<> level(with.engine, {.name = "v"}, 1);
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  EXPECT_EQ(with.write(session, handle, 5ULL), Code::success);
  EXPECT_EQ(level.get(), 5U);
  EXPECT_EQ(with.read<unsigned long long>(session, handle), 5U);
  const Counter<> counter(with.engine, {.name = "v"});  // not a gauge: unaffected
  const PvarHandle counting = with.new_handle(session, 1);
  EXPECT_EQ(with.write(session, counting, 7ULL), Code::success);
  EXPECT_EQ(counter.get(), 0U);
  EXPECT_EQ(with.read<unsigned long long>(session, counting), 7U);
}

TEST(BehavioursOfValues, LevelsOfInt) {
  const auto spec = [](Datatype datatype = Datatype::int_) {
    return PvarSpec{.name = "v",
                    .var_class = PvarClass::level,
                    .datatype = datatype,
                    .storage = std::make_shared<GaugeStorage>(datatype, 1)};
  };
  EXPECT_THROW(With({}).engine.add_pvar(spec()), std::invalid_argument);
  EXPECT_NO_THROW(With({.int_levels = true}).engine.add_pvar(spec()));
  EXPECT_THROW(With({.int_levels = true}).engine.add_pvar(spec(Datatype::char_)),
               std::invalid_argument);
}

TEST(BehavioursOfInit, InterfaceDoesNotReinitialize) {
  With with({.renewal = Behaviour::Renewal::refused});
  int provided = 0;
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::success);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::success);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::cannot_init);
  EXPECT_FALSE(with.engine.initialized());
}

TEST(BehavioursOfInit, UpdateNumberRestarts) {
  With with({.renewed_update_number = Behaviour::UpdateNumber::restarts,
             .first_update_number = INT_MAX - 1});
  with.engine.add_category("a");
  EXPECT_EQ(with.update_number(), INT_MAX);
  with.engine.add_category("b");
  EXPECT_EQ(with.update_number(), INT_MAX);
  int provided = 0;
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::success);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.update_number(), INT_MAX);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::success);
  EXPECT_EQ(with.update_number(), INT_MAX - 1);
}

TEST(BehavioursOfInit, HigherThreadLevelAndCodeOfASurplusFinalize) {
  Engine engine({.surplus_finalize = Code::invalid, .lowest_thread_level = ThreadLevel::multiple});
  EXPECT_EQ(engine.finalize(), Code::invalid);
  int provided = 0;
  EXPECT_EQ(engine.init_thread(static_cast<int>(ThreadLevel::single), &provided), Code::success);
  EXPECT_EQ(provided, static_cast<int>(ThreadLevel::multiple));
}

TEST(BehavioursOfMisuse, IsAlwaysInvalid) {
  With with({.misuse = Behaviour::Misuse::invalid});
  const Counter<> counter(with.engine, {.name = "v"});
  int number = 0;
  PvarHandle handle = with.new_handle(with.new_session(), 0);
  EXPECT_EQ(with.engine.category_get_num_events(0, &number), Code::invalid);
  EXPECT_EQ(with.engine.pvar_start(PvarSession::null, handle), Code::invalid);
  const PvarSession other = with.new_session();
  EXPECT_EQ(with.engine.pvar_start(other, PvarHandle::null), Code::invalid);
  EXPECT_EQ(with.engine.pvar_start(other, handle), Code::invalid_handle);
  EXPECT_EQ(with.engine.cvar_get_index("none", &number), Code::invalid_name);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.cvar_get_num(&number), Code::invalid);
  EXPECT_EQ(with.engine.finalize(), Code::not_initialized);
}

TEST(BehavioursOfMisuseDeathTest, MisuseEndsTheProcess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Engine engine({.misuse = Behaviour::Misuse::crash});
  int number = 0;
  EXPECT_EQ(engine.finalize(), Code::not_initialized);
  EXPECT_EXIT(engine.cvar_get_num(&number), testing::KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace mpit

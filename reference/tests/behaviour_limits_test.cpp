// SPDX-License-Identifier: BSD-3-Clause
// The other legal behaviours (choices.md) of limits and delays.
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "reference/engine/core/visit.hpp"
#include "reference/tests/behaviours.hpp"

namespace mpit {
namespace {

TEST(BehavioursOfLimits, LimitsHandlesPerVariable) {
  With with({.max_handles_of_variable = 1});
  const Counter<> counter(with.engine, {.name = "v"});
  const Counter<> other(with.engine, {.name = "w"});
  const int cvar = with.engine.add_cvar({.name = "v"});
  const PvarSession session = with.new_session();
  PvarHandle handle = with.new_handle(session, 0);
  with.new_handle(session, 1);
  PvarHandle more{};
  CvarHandle of_cvar{};
  int count = 0;
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &more, &count),
            Code::out_of_handles);
  EXPECT_EQ(with.engine.cvar_handle_alloc(cvar, nullptr, &of_cvar, &count), Code::success);
  EXPECT_EQ(with.engine.cvar_handle_alloc(cvar, nullptr, &of_cvar, &count), Code::out_of_handles);
  EXPECT_EQ(with.engine.pvar_handle_free(session, &handle), Code::success);
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &more, &count), Code::success);
}

TEST(BehavioursOfLimits, LimitsHandlesAndRegistrations) {
  With with({.max_handles = 1});
  const Event<> event(with.engine, with.spec());
  const int cvar = with.engine.add_cvar({.name = "v"});
  CvarHandle handle{};
  EventRegistration registration{};
  int count = 0;
  EXPECT_EQ(with.engine.cvar_handle_alloc(cvar, nullptr, &handle, &count), Code::success);
  EXPECT_EQ(with.engine.cvar_handle_alloc(cvar, nullptr, &handle, &count), Code::out_of_handles);
  EXPECT_EQ(with.engine.event_handle_alloc(0, nullptr, {}, &registration), Code::success);
  EXPECT_EQ(with.engine.event_handle_alloc(0, nullptr, {}, &registration), Code::out_of_handles);
}

TEST(BehavioursOfLimits, AllocationIsDelayed) {
  With with({.allocation_microseconds = 2000});
  const auto begin = std::chrono::steady_clock::now();
  with.new_session();
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(2));
}

TEST(BehavioursOfLimits, ACacheIsFilledOnce) {
  const auto descriptors = [] {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  With with({.cached = 3});  // the constructor makes the first initialization
  const auto before = descriptors();
  for (int i = 0; i < 5; ++i) with.new_session();
  EXPECT_EQ(descriptors() - before, 2);
}

TEST(BehavioursOfLimits, AllocationsFailPeriodically) {
  With with({.memory_ends_every = 2, .allocation_microseconds = 1});
  const Counter<> counter(with.engine, {.name = "v"});
  const Event<> event(with.engine, with.spec());
  const int cvar = with.engine.add_cvar({.name = "v"});
  PvarSession session{};
  PvarHandle handle{};
  CvarHandle of_cvar{};
  EventRegistration registration{};
  int count = 0;
  const Code expected[] = {Code::success, Code::memory};
  for (const Code code : expected) EXPECT_EQ(with.engine.pvar_session_create(&session), code);
  for (const Code code : expected) {
    EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &handle, &count), code);
  }
  for (const Code code : expected) {
    EXPECT_EQ(with.engine.cvar_handle_alloc(cvar, nullptr, &of_cvar, &count), code);
  }
  for (const Code code : expected) {
    EXPECT_EQ(with.engine.event_handle_alloc(0, nullptr, {}, &registration), code);
  }
}

TEST(BehavioursOfValues, ContinuousSumsCountSinceBoot) {
  With with({.continuous_sums = Behaviour::ContinuousSums::of_machine});
  const Counter<> counter(with.engine, {.name = "v", .continuous = true});
  const Aggregate<double> amount(with.engine, {.name = "v", .continuous = true});
  const Counter<> stopped(with.engine, {.name = "w"});
  Level<> level(with.engine, {.name = "v", .continuous = true});
  counter.inc(3);
  amount.inc(0.5);
  stopped.inc(3);
  level.set(3);
  const PvarSession session = with.new_session();
  const auto before = with.read<unsigned long long>(session, with.new_handle(session, 0));
  const auto real = with.read<double>(session, with.new_handle(session, 1));
  counter.inc(1);
  EXPECT_GT(before, 3U);
  EXPECT_GT(real, 0.5);
  EXPECT_EQ(with.read<unsigned long long>(session, with.new_handle(session, 0)), before + 1);
  EXPECT_EQ(with.read<unsigned long long>(session, with.new_handle(session, 2)), 0U);
  EXPECT_EQ(with.read<unsigned long long>(session, with.new_handle(session, 3)), 3U);
}

// There are two slots, since the first could not be reused at once. The limit is still one handle.
TEST(BehavioursOfLimits, LimitHoldsThoughASlotIsFree) {
  With with({.max_handles = 1});
  const Counter<> counter(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  PvarHandle handle = with.new_handle(session, 0);
  {
    const Visit visit;
    EXPECT_EQ(with.engine.pvar_handle_free(session, &handle), Code::success);
    handle = with.new_handle(session, 0);
  }
  PvarSession other = with.new_session();
  EXPECT_EQ(with.engine.pvar_session_free(&other), Code::success);  // reclaims the first slot
  PvarHandle more{};
  int count = 0;
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &more, &count),
            Code::out_of_handles);
  EXPECT_EQ(with.engine.pvar_handle_free(session, &handle), Code::success);
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &more, &count), Code::success);
}

TEST(BehavioursOfEvents, FreeCallbackIsDelayed) {
  With with({.free_callback_milliseconds = 1});
  const Event<> event(with.engine, with.spec());
  Tool tool;
  Tool silent;
  with.free(with.listen(silent));
  with.free(with.listen(tool), &tool);
  with.engine.deliver_events(CallbackSafety::none);  // perhaps too early
  while (tool.ends.empty()) with.engine.deliver_events(CallbackSafety::none);
  EXPECT_EQ(tool.ends.size(), 1U);
  with.free(with.listen(tool), &tool);
  EXPECT_EQ(with.engine.finalize(), Code::success);  // does not wait for the delay
  EXPECT_EQ(tool.ends.size(), 2U);
}

TEST(BehavioursOfEvents, FreeCallbackIsNotCalledBeforeItsDelay) {
  With with({.free_callback_milliseconds = 3'600'000});
  const Event<> event(with.engine, with.spec());
  Tool tool;
  with.free(with.listen(tool), &tool);
  with.engine.deliver_events(CallbackSafety::none);
  EXPECT_TRUE(tool.ends.empty());
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(tool.ends.size(), 1U);
}

TEST(BehavioursOfInactiveVariables, InfoIsRefusedOnlyForInactiveVariables) {
  With with({.inactive_info = Code::invalid_index});
  const Counter<> gone(with.engine, {.name = "gone"});
  const Counter<> here(with.engine, {.name = "here"});
  const int cvar = with.engine.add_cvar({.name = "gone"});
  with.engine.deactivate_pvar(0);
  with.engine.deactivate_cvar(cvar);
  const auto info = [&](int index) {
    return with.engine.pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(info(0), Code::invalid_index);
  EXPECT_EQ(info(1), Code::success);
  EXPECT_EQ(with.engine.cvar_get_info(cvar, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                      nullptr, nullptr, nullptr),
            Code::invalid_index);
  PvarHandle handle{};
  int count = 0;
  EXPECT_EQ(with.engine.pvar_handle_alloc(with.new_session(), 0, nullptr, &handle, &count),
            Code::invalid_index);
}

TEST(BehavioursOfInactiveVariables, ResetOfAllHandlesSkipsInactiveVariables) {
  With with({.pvar_resets_refused = true});
  const Counter<> gone(with.engine, {.name = "gone"});
  const PvarSession session = with.new_session();
  PvarHandle handle{};
  int count = 0;
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &handle, &count), Code::success);
  EXPECT_EQ(with.engine.pvar_reset(session, PvarHandle::all), Code::pvar_no_write);
  with.engine.deactivate_pvar(0);
  EXPECT_EQ(with.engine.pvar_reset(session, PvarHandle::all), Code::success);
}

}  // namespace
}  // namespace mpit

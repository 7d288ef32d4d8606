// SPDX-License-Identifier: BSD-3-Clause
// Null outputs, invalid numbers and calls while the interface is not initialized return the right
// code and have no effect.
#include <gtest/gtest.h>

#include <array>

#include "reference/component/event.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class ArgumentsTest : public EngineTest {
 protected:
  // Calls every method that has one output with null.
  void expect_of_null(Code code) {
    EXPECT_EQ(engine.cvar_get_num(nullptr), code);
    EXPECT_EQ(engine.pvar_get_num(nullptr), code);
    EXPECT_EQ(engine.event_get_num(nullptr), code);
    EXPECT_EQ(engine.source_get_num(nullptr), code);
    EXPECT_EQ(engine.category_get_num(nullptr), code);
    EXPECT_EQ(engine.category_changed(nullptr), code);
    EXPECT_EQ(engine.pvar_session_create(nullptr), code);
    EXPECT_EQ(engine.pvar_session_free(nullptr), code);
    EXPECT_EQ(engine.cvar_handle_free(nullptr), code);
  }

  const SourceRecord& source = engine.add_source({.name = "source"});
  const int cvar = engine.add_cvar({.name = "v"});
  const int category = engine.add_category("c");
  Counter<> counter{engine, {.name = "v"}};
};

TEST_F(ArgumentsTest, NullIsInvalid) { expect_of_null(Code::invalid); }

TEST_F(ArgumentsTest, NotInitializedTakesPrecedence) {
  EXPECT_EQ(engine.finalize(), Code::success);
  expect_of_null(Code::not_initialized);
  EXPECT_EQ(engine.event_read(EventInstance::null, 0, nullptr), Code::not_initialized);
  EXPECT_EQ(engine.event_copy(EventInstance::null, nullptr), Code::not_initialized);
  EXPECT_EQ(engine.event_get_timestamp(EventInstance::null, nullptr), Code::not_initialized);
  EXPECT_EQ(engine.event_get_source(EventInstance::null, nullptr), Code::not_initialized);
}

TEST_F(ArgumentsTest, LookUpNeedsNameAndIndex) {
  int index = 7;
  EXPECT_EQ(engine.cvar_get_index(nullptr, &index), Code::invalid);
  EXPECT_EQ(engine.cvar_get_index("v", nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_get_index(nullptr, 0, &index), Code::invalid);
  EXPECT_EQ(engine.pvar_get_index("v", 0, nullptr), Code::invalid);
  EXPECT_EQ(engine.category_get_index(nullptr, &index), Code::invalid);
  EXPECT_EQ(engine.category_get_index("c", nullptr), Code::invalid);
  EXPECT_EQ(engine.event_get_index(nullptr, &index), Code::invalid);
  EXPECT_EQ(engine.event_get_index("e", nullptr), Code::invalid);
  EXPECT_EQ(index, 7);
}

TEST_F(ArgumentsTest, AllocationsNeedHandleAndCount) {
  int count = 0;
  CvarHandle cvar_handle{};
  PvarHandle pvar_handle{};
  const PvarSession session = new_session();
  EXPECT_EQ(engine.cvar_handle_alloc(cvar, nullptr, nullptr, &count), Code::invalid);
  EXPECT_EQ(engine.cvar_handle_alloc(cvar, nullptr, &cvar_handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_handle_alloc(session, 0, nullptr, nullptr, &count), Code::invalid);
  EXPECT_EQ(engine.pvar_handle_alloc(session, 0, nullptr, &pvar_handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_handle_alloc(PvarSession::null, 0, nullptr, &pvar_handle, &count),
            Code::invalid_session);
  EXPECT_EQ(engine.event_handle_alloc(0, nullptr, {}, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_handle_free(session, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_handle_free(PvarSession::null, &pvar_handle), Code::invalid_session);
}

TEST_F(ArgumentsTest, AccessNeedsABuffer) {
  CvarHandle cvar_handle{};
  int count = 0;
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  ASSERT_EQ(engine.cvar_handle_alloc(cvar, nullptr, &cvar_handle, &count), Code::success);
  EXPECT_EQ(engine.cvar_read(cvar_handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.cvar_write(cvar_handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_read(session, handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_write(session, handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.pvar_readreset(session, handle, nullptr), Code::invalid);
  EXPECT_EQ(engine.source_get_timestamp(0, nullptr), Code::invalid);
  EXPECT_EQ(engine.category_get_num_events(category, nullptr), Code::invalid);
  EXPECT_EQ(engine.category_get_cvars(category, -1, &count), Code::invalid);
  EXPECT_EQ(engine.category_get_cvars(category, 1, nullptr), Code::invalid);
  EXPECT_EQ(engine.category_get_cvars(category, 0, nullptr), Code::success);
}

TEST_F(ArgumentsTest, EnumerationCallsNeedTheirOutputAndAnEnumeration) {
  const EnumType made = engine.add_enum({"enumeration", {{"item", 3}}});
  char name[8];
  int length = sizeof name;
  EXPECT_EQ(engine.enum_get_item(made, 0, nullptr, name, &length), Code::invalid);
  for (const std::uintptr_t word :
       {std::uintptr_t{0}, std::uintptr_t{0xdeadbeef}, static_cast<std::uintptr_t>(made) + 1}) {
    EXPECT_EQ(engine.enum_get_info(EnumType{word}, &length, nullptr, nullptr), Code::invalid_index);
    EXPECT_EQ(engine.enum_get_item(EnumType{word}, 0, &length, name, &length), Code::invalid_index);
  }
}

TEST_F(ArgumentsTest, EventCallsNeedTheirOutputs) {
  const Event<int> event(engine, {.name = "e", .source = const_cast<SourceRecord*>(&source)});
  const Event<> empty(engine, {.name = "empty", .source = const_cast<SourceRecord*>(&source)});
  std::array<EventRegistration, 2> made{};
  for (int index : {0, 1}) {
    ASSERT_EQ(engine.event_handle_alloc(index, nullptr, {}, &made[static_cast<std::size_t>(index)]),
              Code::success);
    const EventCallback check{
        [](ToolFunction, EventInstance instance, EventRegistration, CallbackSafety, void* data) {
          Engine& of = *static_cast<Engine*>(data);
          int value = 0;
          const Code of_null = of.event_copy(instance, nullptr);
          const bool has_elements = of.event_read(instance, 0, &value) == Code::success;
          EXPECT_EQ(of_null, has_elements ? Code::invalid : Code::success);
          EXPECT_EQ(of.event_read(instance, 0, nullptr),
                    has_elements ? Code::invalid : Code::invalid_index);
          EXPECT_EQ(of.event_get_timestamp(instance, nullptr), Code::invalid);
          EXPECT_EQ(of.event_get_source(instance, nullptr), Code::invalid);
        },
        nullptr, &engine};
    EXPECT_EQ(engine.event_register_callback(made[static_cast<std::size_t>(index)],
                                             CallbackSafety::none, {}, check),
              Code::success);
  }
  event.raise(1);
  empty.raise();
  std::int64_t stamp = 0;
  EXPECT_EQ(engine.event_get_timestamp(EventInstance::null, &stamp), Code::invalid_handle);
  EXPECT_EQ(engine.event_copy(EventInstance::null, &stamp), Code::invalid_handle);
  EXPECT_EQ(engine.event_handle_get_info(made[0], nullptr), Code::invalid);
  EXPECT_EQ(engine.event_callback_get_info(made[0], CallbackSafety::none, nullptr), Code::invalid);
  EXPECT_EQ(engine.event_callback_set_info(made[0], CallbackSafety{77}, {}), Code::invalid);
}

TEST_F(ArgumentsTest, HintsOfASourceAreReplaced) {
  Hints hints{{"a", "b"}};
  EXPECT_EQ(engine.source_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   &hints),
            Code::success);
  EXPECT_TRUE(hints.empty());
}

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Queries of event types and sources (MPI-5.0 §15.3.8).
#include <gmock/gmock.h>

#include <array>
#include <cstddef>
#include <stdexcept>

#include "reference/tests/event/event_fixture.hpp"

namespace mpit {
namespace {

using testing::ElementsAre;

class EventQueryTest : public EventTest {
 protected:
  Event<char, double, int, unsigned long> event{engine,
                                                {.name = "event",
                                                 .desc = "something",
                                                 .category = "things",
                                                 .verbosity = Verbosity::tuner_all,
                                                 .source = &ordered},
                                                {"a", "b", "c", "d"}};

  Code get_info(int room, Datatype* datatypes, std::ptrdiff_t* displacements, int* count) {
    *count = room;
    return engine.event_get_info(0, nullptr, nullptr, nullptr, datatypes, displacements, count,
                                 nullptr, nullptr, nullptr, nullptr, nullptr);
  }
};

TEST_F(EventQueryTest, IndexIsFoundByName) { EXPECT_EQ(event_named("event"), 0); }

TEST_F(EventQueryTest, UnknownNameIsInvalid) {
  int index = 7;
  EXPECT_EQ(engine.event_get_index("even", &index), Code::invalid_name);
  EXPECT_EQ(index, 7);
}

TEST_F(EventQueryTest, IndexOutOfRangeIsInvalid) {
  for (const int index : {-1, 1}) {
    EXPECT_EQ(engine.event_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, nullptr, nullptr, nullptr),
              Code::invalid_index);
  }
}

TEST_F(EventQueryTest, InfoReturnsRegisteredProperties) {
  char name[16];
  char desc[16];
  int name_len = sizeof name;
  int desc_len = sizeof desc;
  int verbosity = 0;
  int bind = 0;
  ASSERT_EQ(engine.event_get_info(0, name, &name_len, &verbosity, nullptr, nullptr, nullptr,
                                  nullptr, nullptr, desc, &desc_len, &bind),
            Code::success);
  EXPECT_STREQ(name, "event");
  EXPECT_STREQ(desc, "something");
  EXPECT_EQ(verbosity, static_cast<int>(Verbosity::tuner_all));
  EXPECT_EQ(bind, static_cast<int>(Bind::no_object));
}

TEST_F(EventQueryTest, DisplacementsAreThoseOfAStruct) {
  struct Same {
    char a;
    double b;
    int c;
    unsigned long d;
  };
  std::array<Datatype, 4> datatypes{};
  std::array<std::ptrdiff_t, 4> displacements{};
  int count = 0;
  ASSERT_EQ(get_info(4, datatypes.data(), displacements.data(), &count), Code::success);
  EXPECT_EQ(count, 4);
  EXPECT_THAT(datatypes, ElementsAre(Datatype::char_, Datatype::double_, Datatype::int_,
                                     Datatype::unsigned_long));
  EXPECT_THAT(displacements, ElementsAre(offsetof(Same, a), offsetof(Same, b), offsetof(Same, c),
                                         offsetof(Same, d)));
}

TEST_F(EventQueryTest, ShortArraysGetTheFirstElements) {
  std::array<Datatype, 2> datatypes{};
  std::array<std::ptrdiff_t, 2> displacements{-1, -1};
  int count = 0;
  ASSERT_EQ(get_info(1, datatypes.data(), displacements.data(), &count), Code::success);
  EXPECT_EQ(count, 4);
  EXPECT_THAT(datatypes, ElementsAre(Datatype::char_, Datatype{}));
  EXPECT_THAT(displacements, ElementsAre(0, -1));
}

TEST_F(EventQueryTest, NamesOfElementsAreAnEnumeration) {
  EnumType enumtype{};
  ASSERT_EQ(engine.event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                  &enumtype, nullptr, nullptr, nullptr, nullptr),
            Code::success);
  int value = -1;
  char name[8];
  int name_len = sizeof name;
  ASSERT_EQ(engine.enum_get_item(enumtype, 2, &value, name, &name_len), Code::success);
  EXPECT_STREQ(name, "c");
  EXPECT_EQ(value, 2);
}

TEST_F(EventQueryTest, CategoryListsIt) {
  int category = -1;
  ASSERT_EQ(engine.category_get_index("things", &category), Code::success);
  int count = 0;
  ASSERT_EQ(engine.category_get_num_events(category, &count), Code::success);
  EXPECT_EQ(count, 1);
  int member = -1;
  ASSERT_EQ(engine.category_get_events(category, 1, &member), Code::success);
  EXPECT_EQ(member, 0);
}

TEST_F(EventQueryTest, JoiningACategoryChangesTheUpdateNumber) {
  const int other = engine.add_category("other");
  int before = 0;
  int after = 0;
  ASSERT_EQ(engine.category_changed(&before), Code::success);
  engine.add_event_to_category(other, 0);
  ASSERT_EQ(engine.category_changed(&after), Code::success);
  EXPECT_GT(after, before);
}

TEST_F(EventQueryTest, DuplicateNameIsRefused) {
  EXPECT_THROW(Event<>(engine, spec()), std::invalid_argument);
}

TEST_F(EventQueryTest, TypeWithoutSourceIsRefused) {
  EXPECT_THROW(Event<>(engine, {.name = "new"}), std::invalid_argument);
}

class SourceTest : public EventTest {};

TEST_F(SourceTest, AllAreCounted) {
  int count = 0;
  ASSERT_EQ(engine.source_get_num(&count), Code::success);
  EXPECT_EQ(count, 2);
}

TEST_F(SourceTest, InfoReturnsRegisteredProperties) {
  char name[16];
  int name_len = sizeof name;
  int order = 0;
  std::int64_t ticks = 0;
  ASSERT_EQ(engine.source_get_info(unordered.index, name, &name_len, nullptr, nullptr, &order,
                                   &ticks, nullptr, nullptr),
            Code::success);
  EXPECT_STREQ(name, "unordered");
  EXPECT_EQ(order, static_cast<int>(SourceOrder::unordered));
  EXPECT_EQ(ticks, 1'000'000);
}

TEST_F(SourceTest, IndexOutOfRangeIsInvalid) {
  std::int64_t stamp = 0;
  for (const int index : {-1, 2}) {
    EXPECT_EQ(engine.source_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr),
              Code::invalid_index);
    EXPECT_EQ(engine.source_get_timestamp(index, &stamp), Code::invalid_index);
  }
}

TEST_F(SourceTest, TimestampsDoNotGoBackAndStayBelowTheMaximum) {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t most = 0;
  ASSERT_EQ(engine.source_get_timestamp(ordered.index, &first), Code::success);
  ASSERT_EQ(engine.source_get_timestamp(ordered.index, &second), Code::success);
  ASSERT_EQ(engine.source_get_info(ordered.index, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, &most, nullptr),
            Code::success);
  EXPECT_GT(first, 0);
  EXPECT_LE(first, second);
  EXPECT_LE(second, most);
}

TEST_F(SourceTest, TimestampOnDemandMayBeUnsupported) {
  std::int64_t stamp = 7;
  EXPECT_EQ(engine.source_get_timestamp(unordered.index, &stamp), Code::not_supported);
  EXPECT_EQ(stamp, 7);
}

TEST_F(SourceTest, TicksMustFitTheClock) {
  EXPECT_THROW(engine.add_source({.name = "odd", .ticks_per_second = 3}), std::invalid_argument);
}

/// Hides all sources, and by default all events.
struct HidingEditor final : RegistrationEditor {
  void edit(EnumSpec&) override {}
  bool edit(CvarSpec&) override { return true; }
  bool edit(PvarSpec&) override { return true; }
  bool edit(CategorySpec&) override { return true; }
  bool edit(SourceSpec&) override { return false; }
  bool edit(EventSpec&) override { return shows_events; }
  bool joins(std::string_view, Member, int) override { return true; }

  bool shows_events = false;
};

class HiddenEventsTest : public testing::Test {
 protected:
  HiddenEventsTest() {
    int provided = 0;
    engine.init_thread(0, &provided);
  }
  int events() {
    int count = -1;
    EXPECT_EQ(engine.event_get_num(&count), Code::success);
    return count;
  }
  int sources() {
    int count = -1;
    EXPECT_EQ(engine.source_get_num(&count), Code::success);
    return count;
  }

  HidingEditor editor;
  Engine engine{{}, &editor};
  SourceRecord& source = engine.add_source({.name = "source"});
  Event<int> event{engine, {.name = "event", .category = "things", .source = &source}};
};

TEST_F(HiddenEventsTest, AreNotListedButCanBeRaised) {
  event.raise(1);
  int index = -1;
  EXPECT_EQ(events(), 0);
  EXPECT_EQ(sources(), 0);
  EXPECT_EQ(engine.event_get_index("event", &index), Code::invalid_name);
}

TEST_F(HiddenEventsTest, AppearOnDemand) {
  engine.show_events();
  int index = -1;
  EXPECT_EQ(events(), 1);
  EXPECT_EQ(sources(), 1);
  EXPECT_EQ(engine.event_get_index("event", &index), Code::success);
  EXPECT_EQ(index, 0);
  int category = -1;
  EXPECT_EQ(engine.category_get_index("things", &category), Code::success);
}

TEST_F(HiddenEventsTest, SourceAppearsWithItsFirstShownEvent) {
  editor.shows_events = true;
  const Event<> shown(engine, {.name = "shown", .source = &source});
  EXPECT_EQ(events(), 1);
  EXPECT_EQ(sources(), 1);
}

TEST(UninitializedEvents, QueriesAreRefused) {
  Engine engine;
  int number = 0;
  std::int64_t stamp = 0;
  EXPECT_EQ(engine.source_get_num(&number), Code::not_initialized);
  EXPECT_EQ(engine.event_get_num(&number), Code::not_initialized);
  EXPECT_EQ(engine.source_get_timestamp(0, &stamp), Code::not_initialized);
  EXPECT_EQ(engine.event_read(EventInstance::null, 0, &number), Code::not_initialized);
}

}  // namespace
}  // namespace mpit

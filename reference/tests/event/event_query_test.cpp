// SPDX-License-Identifier: BSD-3-Clause
// Queries of event types and sources (MPI-5.0 §15.3.8).
#include <gmock/gmock.h>

#include <array>
#include <cstddef>

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
};

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
  int count = 4;
  ASSERT_EQ(
      engine.event_get_info(0, nullptr, nullptr, nullptr, datatypes.data(), displacements.data(),
                            &count, nullptr, nullptr, nullptr, nullptr, nullptr),
      Code::success);
  EXPECT_EQ(count, 4);
  EXPECT_THAT(datatypes, ElementsAre(Datatype::char_, Datatype::double_, Datatype::int_,
                                     Datatype::unsigned_long));
  EXPECT_THAT(displacements, ElementsAre(offsetof(Same, a), offsetof(Same, b), offsetof(Same, c),
                                         offsetof(Same, d)));
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

class SourceTest : public EventTest {};

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

TEST_F(SourceTest, TimestampOnDemandMayBeUnsupported) {
  std::int64_t stamp = 7;
  EXPECT_EQ(engine.source_get_timestamp(unordered.index, &stamp), Code::not_supported);
  EXPECT_EQ(stamp, 7);
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

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Registrations by the engine and by instruments leave no trace when an allocation fails.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/component/control.hpp"
#include "reference/component/cvar_registrar.hpp"
#include "reference/component/event.hpp"
#include "reference/component/instruments.hpp"
#include "reference/component/per_object.hpp"
#include "reference/component/text_control.hpp"
#include "reference/engine/core/handle_table.hpp"
#include "reference/tests/allocation/sweep.hpp"

namespace mpit {
namespace {

constexpr const char* long_name = "the name of a category, longer than a short string can be";

// Hides events until Engine::show_events.
class HidingEditor : public RegistrationEditor {
 public:
  void edit(EnumSpec&) override {}
  bool edit(CvarSpec&) override { return true; }
  bool edit(PvarSpec&) override { return true; }
  bool edit(CategorySpec&) override { return true; }
  bool edit(SourceSpec&) override { return !hides; }
  bool edit(EventSpec&) override { return !hides; }
  bool joins(std::string_view, Member, int) override { return true; }

  bool hides = false;
};

struct RegistrationScene {
  HidingEditor editor;
  Engine engine{{}, &editor};
  SourceRecord& source = engine.add_source({.name = "source"});
  CvarRegistrar registrar{engine, "truth", {[](const char*) { return nullptr; }, {}}};
  PvarSession session{};
  // The results of a call.
  std::optional<Counter<>> counter;
  std::optional<Timer<>> timer;
  std::optional<HighWatermark<>> marks;
  std::optional<Level<>> level;
  std::optional<PerObject<Aggregate<>>> sums;
  std::optional<Event<int, long>> event;
  std::optional<Control<int>> control;
  std::optional<TextControl> text;
  EnumType enumeration = EnumType::null;
  SourceRecord* made_source = nullptr;
  static inline int others = 0;

  RegistrationScene() {
    int provided = 0;
    engine.init_thread(0, &provided);
    engine.pvar_session_create(&session);
    for (int i = 0; i != others; ++i) {
      const std::string number = std::to_string(i);
      engine.add_enum({"enumeration " + number, {{"item", 1}}});
      engine.add_cvar({.name = "cvar " + number, .category = "category " + number});
      engine.add_source({.name = "source " + number});
      const Counter<> one(engine, {.name = "counter " + number, .category = "others"});
      Event<>(engine, {.name = "event " + number, .category = "others", .source = &source});
    }
  }

  // The numbers of all kinds of objects.
  std::vector<int> look() {
    std::vector<int> seen(6);
    engine.cvar_get_num(&seen[0]);
    engine.pvar_get_num(&seen[1]);
    engine.category_get_num(&seen[2]);
    engine.source_get_num(&seen[3]);
    engine.event_get_num(&seen[4]);
    engine.category_changed(&seen[5]);
    for (int category = 0; category != seen[2]; ++category) {
      std::vector<int> members(4);
      engine.category_get_info(category, nullptr, nullptr, nullptr, nullptr, &members[0],
                               &members[1], &members[2]);
      engine.category_get_num_events(category, &members[3]);
      seen.insert(seen.end(), members.begin(), members.end());
    }
    for (const char* const name : {"made", long_name}) {
      int index = -1;
      seen.push_back(engine.cvar_get_index(name, &index) == Code::success);
      seen.push_back(engine.category_get_index(name, &index) == Code::success);
      seen.push_back(engine.event_get_index(name, &index) == Code::success);
    }
    seen.push_back(enumeration != EnumType::null);
    return seen;
  }

  // Checks that the results work.
  void check() {
    if (counter) {
      const unsigned long long value = use(PvarClass::counter, [&] { counter->inc(3, 1); })[1];
      EXPECT_EQ(value, 3U);
    }
    if (marks) {
      const unsigned long long value =
          use(PvarClass::highwatermark, [&] { marks->update(7, 1); })[1];
      EXPECT_EQ(value, 7U);
    }
    if (event) {
      int calls = 0;
      int index = -1;
      EventRegistration registration{};
      EXPECT_EQ(engine.event_get_index("made", &index), Code::success);
      EXPECT_EQ(engine.event_handle_alloc(index, nullptr, {}, &registration), Code::success);
      const EventCallback count{[](ToolFunction, EventInstance, EventRegistration, CallbackSafety,
                                   void* data) { ++*static_cast<int*>(data); },
                                nullptr, &calls};
      engine.event_register_callback(registration, CallbackSafety::none, {}, count);
      event->raise(1, 2);
      EXPECT_EQ(calls, 1);
    }
    if (control || text) {
      int index = -1;
      CvarHandle handle{};
      int count = 0;
      char value[8] = "1";
      EXPECT_EQ(engine.cvar_get_index("made", &index), Code::success);
      EXPECT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
      EXPECT_EQ(engine.cvar_read(handle, value), Code::success);
    }
    // A later registration is not confused with one that was refused.
    const int index = engine.add_cvar({.name = "later"});
    char name[8] = "";
    int length = sizeof name;
    EXPECT_EQ(engine.cvar_get_info(index, name, &length, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr),
              Code::success);
    EXPECT_STREQ(name, "later");
    const int pvar =
        engine.add_pvar({.name = "late too", .resolve = [](ObjectWord) { return nullptr; }});
    char pvar_name[16] = "";
    length = sizeof pvar_name;
    EXPECT_EQ(engine.pvar_get_info(pvar, pvar_name, &length, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
              Code::success);
    EXPECT_STREQ(pvar_name, "late too");
  }

  std::vector<unsigned long long> use(PvarClass var_class, const std::function<void()>& update) {
    int index = -1;
    int count = 0;
    PvarHandle handle{};
    EXPECT_EQ(engine.pvar_get_index("made", static_cast<int>(var_class), &index), Code::success);
    EXPECT_EQ(engine.pvar_handle_alloc(session, index, nullptr, &handle, &count), Code::success);
    EXPECT_EQ(engine.pvar_start(session, handle), Code::success);
    update();
    std::vector<unsigned long long> values(static_cast<std::size_t>(count));
    EXPECT_EQ(engine.pvar_read(session, handle, values.data()), Code::success);
    return values;
  }
};

// Whether the registration succeeded. Otherwise it must throw std::bad_alloc.
template <class Register>
bool registered(Register add) {
  try {
    add();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void sweep(void (*add)(RegistrationScene&)) {
  ThreadWords().reserve(1);  // allocates what the process keeps
  long refusals = 0;
  // Varies the number of registrations, so that the next one needs different allocations.
  for (RegistrationScene::others = 0; RegistrationScene::others != 18;
       ++RegistrationScene::others) {
    SCOPED_TRACE(std::to_string(RegistrationScene::others) + " others of each kind");
    refusals += refuse_each_allocation<RegistrationScene>(
        [add](RegistrationScene& scene) { return registered([&] { add(scene); }); });
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(refusals, 0);
  EXPECT_NO_THROW(ThreadWords().reserve(ThreadWords::capacity)) << "words of threads are lost";
}

TEST(RefusedRegistration, OfAnEnumeration) {
  sweep([](RegistrationScene& scene) {
    scene.enumeration = scene.engine.add_enum({"made", {{"item", 1}, {"another", 2}}});
    // Refused registrations occupy no index.
    const auto place = static_cast<std::uint32_t>(RegistrationScene::others);
    EXPECT_EQ(scene.enumeration, EnumType{make_word(WordKind::enumeration, place)});
  });
}

TEST(RefusedRegistration, OfACvar) {
  sweep([](RegistrationScene& scene) {
    // Not {.desc = ...}: GCC 11 leaks a member of such a list when a later one throws.
    CvarSpec spec;
    spec.name = "made";
    spec.desc = long_name;
    spec.category = long_name;
    spec.count = 100;
    scene.engine.add_cvar(std::move(spec));
  });
}

TEST(RefusedRegistration, OfACvarInAKnownCategory) {
  sweep([](RegistrationScene& scene) {
    scene.engine.add_cvar({.name = "made", .category = "category 0"});
  });
}

TEST(RefusedRegistration, OfACategory) {
  sweep([](RegistrationScene& scene) {
    scene.engine.add_category(long_name, "description", "the name of another category, as long");
  });
}

TEST(RefusedRegistration, OfASource) {
  sweep([](RegistrationScene& scene) {
    // The long text allocates. The list of sources does not with libc++, which reserves more room.
    scene.made_source = &scene.engine.add_source({.name = "made", .desc = long_name});
  });
}

TEST(RefusedRegistration, OfACounter) {
  sweep([](RegistrationScene& scene) {
    scene.counter.emplace(scene.engine, PvarSpec{.name = "made", .category = long_name}, 2);
  });
}

TEST(RefusedRegistration, OfATimer) {
  sweep([](RegistrationScene& scene) {
    scene.timer.emplace(scene.engine, PvarSpec{.name = "made"});
  });
}

TEST(RefusedRegistration, OfWatermarks) {
  sweep([](RegistrationScene& scene) {
    scene.marks.emplace(scene.engine, PvarSpec{.name = "made", .category = "others"}, 0, 2);
  });
}

TEST(RefusedRegistration, OfALevel) {
  sweep([](RegistrationScene& scene) {
    scene.level.emplace(scene.engine, PvarSpec{.name = "made"});
  });
}

TEST(RefusedRegistration, OfABoundVariable) {
  sweep([](RegistrationScene& scene) {
    scene.sums.emplace(scene.engine, Bind::mpi_comm, PvarSpec{.name = "made"});
  });
}

TEST(RefusedRegistration, OfAnEventTypeWithNamedElements) {
  sweep([](RegistrationScene& scene) {
    scene.event.emplace(scene.engine,
                        EventSpec{.name = "made", .category = long_name, .source = &scene.source},
                        std::initializer_list<const char*>{"one", "two"});
  });
}

TEST(RefusedRegistration, OfAControl) {
  sweep([](RegistrationScene& scene) {
    scene.control.emplace(scene.engine, CvarSpec{.name = "made"}, 5);
  });
}

TEST(RefusedRegistration, OfAText) {
  sweep([](RegistrationScene& scene) {
    scene.text.emplace(scene.engine, CvarSpec{.name = "made"}, "start", 8);
  });
}

TEST(RefusedRegistration, OfAChoice) {
  sweep([](RegistrationScene& scene) {
    const std::vector<EnumItem> items{{"first", 1}, {"second", 2}};
    scene.control = scene.registrar.choice({.name = "made"}, {"VARIABLE"}, items, 1);
  });
}

TEST(RefusedRegistration, OfABoolean) {
  sweep([](RegistrationScene& scene) {
    scene.control = scene.registrar.boolean({.name = "made"}, {"VARIABLE"}, true);
  });
}

// Hidden events: in the end each has appeared once.
struct HiddenScene : RegistrationScene {
  HiddenScene() {
    editor.hides = true;
    SourceRecord& late = engine.add_source({.name = "late"});
    for (const char* const name : {"hidden", "made"}) {
      event.emplace(engine, EventSpec{.name = name, .category = long_name, .source = &late});
    }
    // A call that fails may show some of them, which then stay visible.
  }
  bool look() {
    int count = 0;
    engine.event_get_num(&count);
    return count == others + 2;
  }
};

TEST(RefusedRegistration, OfHiddenEvents) {
  for (RegistrationScene::others = 0; RegistrationScene::others != 18;
       ++RegistrationScene::others) {
    refuse_each_allocation<HiddenScene>(
        [](HiddenScene& scene) { return registered([&] { scene.engine.show_events(); }); });
  }
}

TEST(RefusedRegistration, OfAWriteOfAText) {
  RegistrationScene scene;
  scene.text.emplace(scene.engine, CvarSpec{.name = "made"}, "start", 40);
  int index = -1;
  int count = 0;
  CvarHandle handle{};
  scene.engine.cvar_get_index("made", &index);
  scene.engine.cvar_handle_alloc(index, nullptr, &handle, &count);
  const char wanted[] = "longer than a short string can ever be";
  {
    const Refusal refusal(1);
    EXPECT_EQ(scene.engine.cvar_write(handle, wanted), Code::memory);
    EXPECT_TRUE(refusal.happened());
  }
  EXPECT_EQ(scene.text->get(), "start");
  {
    const Refusal refusal(2);
    EXPECT_EQ(scene.engine.cvar_write(handle, wanted), Code::success);
    EXPECT_FALSE(refusal.happened());
  }
  EXPECT_EQ(scene.text->get(), wanted);
}

TEST(RefusedRegistration, EndAllocatesNothing) {
  std::optional<RegistrationScene> scene(std::in_place);
  scene->sums.emplace(scene->engine, Bind::mpi_comm, PvarSpec{.name = "made"});
  for (ObjectWord object = 1; object != 4; ++object) scene->sums->attach(object);
  { const Counter<> beside(scene->engine, {.name = "beside"}); }
  const Refusal refusal(1);
  scene->sums->detach(1);  // its words are between those of other objects
  scene->sums->detach(3);
  scene->sums->detach(2);
  scene.reset();
  EXPECT_FALSE(refusal.happened());
}

}  // namespace
}  // namespace mpit

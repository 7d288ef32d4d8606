// SPDX-License-Identifier: BSD-3-Clause
// Tests of the table of variants, and of the effect of each kind of variant on a few registrations.
#include "reference/variants/variants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "reference/component/control.hpp"
#include "reference/component/event.hpp"
#include "reference/component/instruments.hpp"
#include "reference/variants/side_effects.hpp"
#include "reference/variants/variant_editor.hpp"

namespace mpit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Variants, HaveUniqueNamesDescriptionsAndReasons) {
  std::set<std::string_view> names;
  for (const NamedVariant& variant : named_variants()) {
    EXPECT_TRUE(names.insert(variant.name).second) << variant.name;
    EXPECT_EQ(variant.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos)
        << variant.name;
    EXPECT_TRUE(variant.description.ends_with('.')) << variant.name;
    EXPECT_FALSE(variant.legal_by.empty()) << variant.name;
    EXPECT_TRUE(variant.gives_up.empty() || variant.gives_up == "should" ||
                variant.gives_up == "quality")
        << variant.name;
  }
  EXPECT_GE(names.size(), 25U);
}

TEST(Variants, CombineAndReportUnknownNames) {
  std::vector<std::string> unknown;
  const Variant variant = variant_of("no_cvars+wrong+stored_length+", unknown);
  EXPECT_THAT(unknown, ElementsAre("wrong", ""));
  EXPECT_FALSE(variant.cvars);
  EXPECT_TRUE(variant.pvars);
  EXPECT_EQ(variant.behaviour.truncated_length, Behaviour::TruncatedLength::stored);
  unknown.clear();
  EXPECT_EQ(variant_of("", unknown).specimens, Variant::Specimens::all);
  EXPECT_THAT(unknown, IsEmpty());
}

/// A library with a few variables, changed by the variants in `names`.
class Shown {
 public:
  explicit Shown(const std::string& names)
      : editor_(variant(names)), engine(editor_.behaviour(), &editor_) {
    engine.add_category("outer", "Outer.");
    engine.add_category("inner", "Inner.", "outer");
    const EnumType states = engine.add_enum({"states", {{"a", 1}, {"b", 2}}});
    // NOLINTBEGIN(bugprone-unused-raii): variables outlive the objects that add them
    Control<int>(engine, {.name = "first", .desc = "One.", .category = "inner"}, 5);
    Control<int>(engine, {.name = "second", .category = "inner", .enumtype = states}, 1);
    Control<int>(engine, {.name = "third", .category = "outer"}, 1);
    Counter<>(engine, {.name = "count", .desc = "Counts.", .category = "inner"});
    Counter<>(engine, {.name = "count_too", .category = "inner"});
    HighWatermark<>(engine, {.name = "mark", .category = "inner", .readonly = true});
    // NOLINTEND(bugprone-unused-raii)
    SourceRecord& source = engine.add_source({.name = "source"});
    Event<int>(engine, {.name = "event", .category = "inner", .source = &source});
    editor_.reach(Moment::start, engine);
    int provided = 0;
    EXPECT_EQ(engine.init_thread(0, &provided), Code::success);
  }

  void reach(Moment moment) { editor_.reach(moment, engine); }

  int cvars() { return number(&Engine::cvar_get_num); }
  int pvars() { return number(&Engine::pvar_get_num); }
  int categories() { return number(&Engine::category_get_num); }
  int events() { return number(&Engine::event_get_num); }
  int sources() { return number(&Engine::source_get_num); }
  int number(Code (Engine::*get_num)(int*)) {
    int count = -1;
    EXPECT_EQ((engine.*get_num)(&count), Code::success);
    return count;
  }

  std::string cvar_name(int index) {
    std::string text(6000, '\0');
    int len = static_cast<int>(text.size());
    EXPECT_EQ(engine.cvar_get_info(index, text.data(), &len, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr),
              Code::success);
    return text.c_str();
  }
  int cvar_description_size(int index) {
    int len = 0;
    EXPECT_EQ(engine.cvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   &len, nullptr, nullptr),
              Code::success);
    return len;
  }
  /// The numbers of cvars, pvars and categories in a category.
  std::vector<int> members(const char* category) {
    int index = -1, cvars = -1, pvars = -1, categories = -1;
    EXPECT_EQ(engine.category_get_index(category, &index), Code::success) << category;
    EXPECT_EQ(engine.category_get_info(index, nullptr, nullptr, nullptr, nullptr, &cvars, &pvars,
                                       &categories),
              Code::success);
    return {cvars, pvars, categories};
  }
  Code write_cvar(int index) {
    CvarHandle handle{};
    int count = 0;
    EXPECT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
    const int value = 1;
    return engine.cvar_write(handle, &value);
  }
  struct Flags {
    int readonly, continuous, atomic;
    bool operator==(const Flags&) const = default;
  };
  Flags flags(int index) {
    Flags flags{};
    EXPECT_EQ(
        engine.pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                             nullptr, nullptr, &flags.readonly, &flags.continuous, &flags.atomic),
        Code::success);
    return flags;
  }

 private:
  static Variant variant(const std::string& names) {
    std::vector<std::string> unknown;
    const Variant found = variant_of(names, unknown);
    EXPECT_THAT(unknown, IsEmpty());
    return found;
  }

  VariantEditor editor_;

 public:
  Engine engine;
};

TEST(Variants, EmptyVariantChangesNothing) {
  Shown shown("");
  EXPECT_EQ(shown.cvars(), 3);
  EXPECT_EQ(shown.pvars(), 3);
  EXPECT_THAT(shown.members("inner"), ElementsAre(2, 3, 0));
  EXPECT_THAT(shown.members("outer"), ElementsAre(1, 0, 1));
}

TEST(Variants, EachVariantInitializes) {
  for (const NamedVariant& named : named_variants()) {
    Variant variant;
    named.apply(variant);
    // These variants depend on the launcher or the start time, or need an engine that is never
    // freed.
    if (variant.launcher_only || variant.first_start_seconds != 0 || variant.progress_lock)
      continue;
    if (variant.behaviour.first_init != Code::success) continue;  // cannot be initialized
    Shown shown{std::string(named.name)};
    shown.reach(Moment::mpi_init);
    shown.reach(Moment::mpi_finalize);
    EXPECT_EQ(shown.engine.finalize(), Code::success) << named.name;
  }
}

TEST(Variants, RemoveObjects) {
  Shown none("no_variables");
  EXPECT_EQ(none.cvars() + none.pvars() + none.categories(), 0);
  Shown cvars("no_pvars+no_categories");
  EXPECT_EQ(cvars.cvars(), 3);
  EXPECT_EQ(cvars.pvars() + cvars.categories(), 0);
  EXPECT_EQ(Shown("no_cvars").cvars(), 0);
  EXPECT_EQ(cvars.events(), 1);
  Shown quiet("no_events+all_late");
  quiet.reach(Moment::mpi_init);
  EXPECT_EQ(quiet.events() + quiet.sources(), 0);
  EXPECT_EQ(Shown("only_bound").cvars(), 0);
  EXPECT_EQ(Shown("only_unbound").cvars(), 3);
  EXPECT_EQ(Shown("only_texts").cvars(), 0);
}

TEST(Variants, ChangeNamesAndDescriptions) {
  Shown longer("long_names+no_descriptions");
  EXPECT_EQ(longer.cvar_name(0).size(), 4000U);
  EXPECT_EQ(longer.cvar_description_size(0), 1);
  Shown shorter("one_character_names+long_descriptions");
  EXPECT_EQ(shorter.cvar_name(0).size(), 1U);
  EXPECT_NE(shorter.cvar_name(0), shorter.cvar_name(1));
  EXPECT_EQ(shorter.cvar_description_size(0), 5001);
  EXPECT_NE(Shown("odd_names").cvar_name(0).find('\n'), std::string::npos);
  EXPECT_EQ(longer.categories(), 2);
  EXPECT_EQ(shorter.categories(), 2);
}

TEST(Variants, ChangeFlags) {
  EXPECT_EQ(Shown("readonly_pvars").flags(0), (Shown::Flags{1, 0, 0}));
  EXPECT_EQ(Shown("writable_pvars").flags(2).readonly, 0);
  EXPECT_EQ(Shown("continuous_pvars").flags(0), (Shown::Flags{0, 1, 1}));
  EXPECT_EQ(Shown("no_atomic_pvars").flags(0), (Shown::Flags{0, 0, 0}));
}

TEST(Variants, RefuseWrites) {
  EXPECT_EQ(Shown("").write_cvar(0), Code::success);
  EXPECT_EQ(Shown("writes_not_now").write_cvar(0), Code::cvar_set_not_now);
  EXPECT_EQ(Shown("writes_never").write_cvar(0), Code::cvar_set_never);
  EXPECT_EQ(Shown("readonly_cvars").write_cvar(0), Code::cvar_set_never);
  EXPECT_EQ(Shown("readonly_cvars+readonly_not_now").write_cvar(0), Code::cvar_set_not_now);
}

TEST(Variants, OnlyChangedValuesDoHarm) {
  Shown shown("harmful_writes");
  EXPECT_EQ(shown.write_cvar(0), Code::success);
  EXPECT_TRUE(is_harmed.exchange(false));
  EXPECT_EQ(shown.write_cvar(0), Code::success);
  EXPECT_FALSE(is_harmed);
}

TEST(Variants, AddObjectsLate) {
  Shown some("late_variables");
  EXPECT_EQ(some.cvars() + some.pvars(), 3);
  some.reach(Moment::mpi_init);
  EXPECT_EQ(some.cvars() + some.pvars(), 6);
  EXPECT_THAT(some.members("inner"), ElementsAre(2, 3, 0));

  Shown all("all_late+long_names");
  EXPECT_EQ(all.cvars() + all.pvars() + all.categories(), 0);
  all.reach(Moment::mpi_init);
  EXPECT_EQ(all.cvars() + all.pvars(), 6);
  EXPECT_EQ(all.categories(), 2);

  Shown enumerated("late_enumerations");
  EXPECT_EQ(enumerated.cvars(), 2);
  enumerated.reach(Moment::mpi_init);
  EXPECT_EQ(enumerated.cvars(), 3);

  Shown empty("late_members+odd_names");
  EXPECT_EQ(empty.categories(), 2);
  const std::string inner = "inner" + empty.cvar_name(0).substr(5);
  EXPECT_THAT(empty.members(inner.c_str()), ElementsAre(0, 0, 0));
  empty.reach(Moment::mpi_init);
  EXPECT_EQ(empty.categories(), 2);
  EXPECT_THAT(empty.members(inner.c_str()), ElementsAre(2, 3, 0));

  Shown events("late_events");
  EXPECT_EQ(events.events() + events.sources(), 0);
  events.reach(Moment::mpi_init);
  EXPECT_EQ(events.events() + events.sources(), 2);

  Shown last("late_after_finalize");
  last.reach(Moment::mpi_init);
  EXPECT_EQ(last.cvars() + last.pvars(), 3);
  last.reach(Moment::mpi_finalize);
  EXPECT_EQ(last.cvars() + last.pvars(), 6);
}

TEST(Variants, MakeEveryThirdVariableInactive) {
  for (const auto& [names, code] : {std::pair{"inactive_after_init", Code::success},
                                    std::pair{"inactive_unknown", Code::invalid_index}}) {
    Shown shown(names);
    EXPECT_EQ(shown.write_cvar(1), Code::success);
    shown.reach(Moment::mpi_init);
    CvarHandle handle{};
    int value = 0;
    EXPECT_EQ(shown.engine.cvar_handle_alloc(1, nullptr, &handle, &value), Code::invalid_index);
    EXPECT_EQ(shown.engine.cvar_get_info(1, nullptr, nullptr, &value, nullptr, nullptr, nullptr,
                                         nullptr, nullptr, nullptr),
              code);
    EXPECT_EQ(shown.write_cvar(0), Code::success);
  }
}

TEST(Variants, AddObjects) {
  EXPECT_EQ(Shown("large_counts").pvars(), 12);
  EXPECT_EQ(Shown("fixed_width_classes").pvars(), 17);
  EXPECT_EQ(Shown("int_level").pvars(), 4);
  EXPECT_EQ(Shown("many_categories").categories(), 1002);
  Shown deep("deep_categories");
  EXPECT_EQ(deep.categories(), 66);
  EXPECT_THAT(deep.members("variant_level_63"), ElementsAre(1, 0, 1));
  EXPECT_THAT(deep.members("variant_level_64"), ElementsAre(1, 0, 0));
  Shown shared("shared_members");
  EXPECT_THAT(shared.members("variant_shared_1"), ElementsAre(3, 3, 1));
  EXPECT_THAT(shared.members("variant_shared_2"), ElementsAre(3, 3, 1));
}

}  // namespace
}  // namespace mpit

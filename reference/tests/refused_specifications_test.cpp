// SPDX-License-Identifier: BSD-3-Clause
// Wrong specifications are refused with the reason, and nothing is registered.
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reference/component/control.hpp"
#include "reference/component/event.hpp"
#include "reference/component/text_control.hpp"
#include "reference/engine/pvar/watermark.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class RefusedSpecificationTest : public EngineTest {
 protected:
  static void expect_refusal(const std::function<void()>& register_it, const std::string& reason) {
    try {
      register_it();
      ADD_FAILURE() << "registered, though " << reason;
    } catch (const std::invalid_argument& problem) {
      EXPECT_NE(std::string(problem.what()).find(reason), std::string::npos) << problem.what();
    }
  }

  SourceRecord& source = engine.add_source({.name = "source"});
};

TEST_F(RefusedSpecificationTest, OfAnEnumeration) {
  const auto refused = [&](EnumSpec spec, const char* reason) {
    expect_refusal([&] { engine.add_enum(spec); }, reason);
  };
  refused({"", {{"blue", 1}}}, "without name");
  refused({"none", {}}, "without items");
  refused({"empty", {{"", 1}}}, "item without name");
  refused({"twice", {{"a", 1}, {"a", 2}}}, "two items");
  engine.add_enum({"colours", {{"red", 7}, {"green", -1}}});
  refused({"colours", {{"blue", 1}}}, "enumeration exists");
}

TEST_F(RefusedSpecificationTest, OfACvar) {
  const auto refused = [&](CvarSpec spec, const char* reason) {
    expect_refusal([&] { engine.add_cvar(spec); }, reason);
  };
  const auto get = [](ObjectWord, void*) {};
  const EnumType modes = engine.add_enum({"modes", {{"on", 1}}});
  refused({}, "without name");
  refused({.name = "v", .datatype = Datatype::unsigned_, .enumtype = modes},
          "datatype other than MPI_INT");
  refused({.name = "v", .enumtype = EnumType{123}}, "unknown enumeration");
  refused({.name = "v", .datatype = Datatype::null}, "datatype not allowed");
  refused({.name = "v", .datatype = Datatype{77}}, "datatype not allowed");
  refused({.name = "v", .count = 0}, "count below 1");
  refused({.name = "v", .bind = Bind::mpi_comm}, "bound variable without callback");
  refused({.name = "v", .count_of = [](ObjectWord) { return 1; }, .get = get},
          "count_of without object");
  refused({.name = "v", .get = get, .memory = std::make_shared<int>()}, "memory of no word");
  refused({.name = "v", .count = 3, .memory = std::make_shared<int>()}, "memory of no word");
  refused({.name = "v", .initial = std::vector<std::byte>(5)}, "initial value too long");
  refused({.name = "v",
           .datatype = Datatype::char_,
           .count = 2,
           .initial = std::vector<std::byte>(2, std::byte{'x'})},
          "string without room for its null");
  EXPECT_EQ(engine.add_cvar({.name = "v",
                             .datatype = Datatype::char_,
                             .count = 2,
                             .initial = {std::byte{'x'}, std::byte{0}}}),
            0);
  refused({.name = "v"}, "control variable exists");
  expect_refusal([&] { TextControl(engine, {.name = "text"}, "long", 4); }, "too long");
}

TEST_F(RefusedSpecificationTest, OfAPvar) {
  const auto refused = [&](PvarSpec spec, const char* reason) {
    expect_refusal([&] { engine.add_pvar(spec); }, reason);
  };
  const auto storage = std::make_shared<GaugeStorage>(Datatype::unsigned_, 1);
  const auto resolve = [&](ObjectWord) { return storage; };
  PvarSpec fine{.name = "v",
                .var_class = PvarClass::level,
                .datatype = Datatype::unsigned_,
                .storage = storage};
  const auto with = [&](auto change) {
    PvarSpec spec = fine;
    change(spec);
    return spec;
  };
  refused(with([](PvarSpec& spec) { spec.name = ""; }), "without name");
  refused(with([](PvarSpec& spec) { spec.var_class = PvarClass{12345}; }), "datatype");
  refused(with([](PvarSpec& spec) { spec.storage = nullptr; }), "needs storage or resolve");
  refused(with([&](PvarSpec& spec) { spec.resolve = resolve; }), "needs storage or resolve");
  refused(with([](PvarSpec& spec) { spec.bind = Bind::mpi_comm; }), "needs storage or resolve");
  refused(with([](PvarSpec& spec) { spec.datatype = Datatype::unsigned_long; }),
          "storage of another kind");
  for (const PvarClass var_class :
       {PvarClass::level, PvarClass::size, PvarClass::aggregate, PvarClass::timer,
        PvarClass::highwatermark, PvarClass::lowwatermark}) {
    for (const Datatype datatype : {Datatype::int_, Datatype::uint64}) {
      refused({.name = "v", .var_class = var_class, .datatype = datatype, .storage = storage},
              "datatype");
    }
  }
  for (const auto& [var_class, datatype] : {std::pair{PvarClass::state, Datatype::unsigned_},
                                            {PvarClass::percentage, Datatype::unsigned_},
                                            {PvarClass::counter, Datatype::double_}}) {
    refused({.name = "v", .var_class = var_class, .datatype = datatype, .storage = storage},
            "datatype");
  }
  const auto high = std::make_shared<WatermarkStorage>(WatermarkStorage::Direction::high,
                                                       Datatype::unsigned_, 1, 0);
  const auto low = std::make_shared<WatermarkStorage>(WatermarkStorage::Direction::low,
                                                      Datatype::unsigned_, 1, 0);
  const auto kept_in = [&](PvarClass var_class, const std::shared_ptr<Storage>& kind) {
    return with([&](PvarSpec& spec) {
      spec.var_class = var_class;
      spec.storage = kind;
    });
  };
  refused(kept_in(PvarClass::highwatermark, storage), "storage of another kind");
  refused(kept_in(PvarClass::highwatermark, low), "storage of another kind");
  refused(kept_in(PvarClass::lowwatermark, storage), "storage of another kind");
  refused(kept_in(PvarClass::lowwatermark, high), "storage of another kind");
  refused(kept_in(PvarClass::level, high), "storage of another kind");
  engine.add_pvar(fine);
  refused(fine, "exists in this class");
}

TEST_F(RefusedSpecificationTest, OfAStorage) {
  expect_refusal([] { GaugeStorage(Datatype::null, 1); }, "datatype not allowed");
  expect_refusal([] { GaugeStorage(Datatype::unsigned_, 0); }, "count below 1");
  expect_refusal([] { MemoryStorage(Datatype::unsigned_, 1, nullptr); }, "no memory");
  expect_refusal([] { ComputedStorage(Datatype::unsigned_, 1, {}); }, "no callback");
  for (const Datatype datatype :
       {Datatype::char_, Datatype::int_, Datatype::int32, Datatype::int64, Datatype::count}) {
    expect_refusal([&] { WatermarkStorage(WatermarkStorage::Direction::high, datatype, 1, 0); },
                   "signed datatype");
  }
  expect_refusal(
      [] {
        WatermarkStorage(WatermarkStorage::Direction::high,
                         std::make_shared<GaugeStorage>(Datatype::int_, 1));
      },
      "signed datatype");
}

TEST_F(RefusedSpecificationTest, OfASource) {
  expect_refusal([&] { engine.add_source({}); }, "source without name");
  expect_refusal([&] { engine.add_source({.name = "s", .ticks_per_second = 0}); }, "ticks");
  expect_refusal([&] { engine.add_source({.name = "s", .ticks_per_second = 7}); }, "ticks");
}

TEST_F(RefusedSpecificationTest, OfAnEventType) {
  const auto refused = [&](EventSpec spec, const char* reason) {
    expect_refusal([&] { engine.add_event(spec); }, reason);
  };
  refused({.source = &source}, "without name");
  refused({.name = "e",
           .elements = std::vector<Datatype>(max_event_elements + 1, Datatype::int_),
           .source = &source},
          "too many elements");
  refused({.name = "e", .elements = {Datatype::null}, .source = &source}, "datatype not allowed");
  refused({.name = "e", .source = &source, .demands = CallbackSafety{77}}, "no such safety level");
  refused({.name = "e"}, "without source");
  refused({.name = "e", .enumtype = EnumType{123}, .source = &source}, "unknown enumeration");
  engine.add_event({.name = "e",
                    .elements = std::vector<Datatype>(max_event_elements, Datatype::int_),
                    .source = &source});
  refused({.name = "e", .source = &source}, "event type exists");
}

TEST_F(RefusedSpecificationTest, OfMembersOfCategories) {
  const int category = engine.add_category("c");
  const Counter<> counter(engine, {.name = "v"});
  for (const int index : {-1, 1000}) {
    expect_refusal([&] { engine.add_cvar_to_category(category, index); }, "no such cvar");
    expect_refusal([&] { engine.add_pvar_to_category(category, index); }, "no such pvar");
    expect_refusal([&] { engine.add_event_to_category(category, index); }, "no such event");
    expect_refusal([&] { engine.add_category_to_category(category, index); }, "no such category");
    expect_refusal([&] { engine.add_pvar_to_category(index, 0); }, "no such category");
  }
  expect_refusal([&] { engine.add_category(""); }, "category without name");
  engine.add_pvar_to_category(category, 0);
  int index = -1;
  EXPECT_EQ(engine.category_get_pvars(category, 1, &index), Code::success);
  EXPECT_EQ(index, 0);
}

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Registrations that are refused. Late registrations do not change earlier ones.
#include <stdexcept>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class RegistrationTest : public EngineTest {
 protected:
  PvarSpec spec(PvarClass var_class, Datatype datatype) {
    return {.name = "v" + std::to_string(next_name_++),
            .var_class = var_class,
            .datatype = datatype,
            .storage = std::make_shared<GaugeStorage>(datatype, 1)};
  }

 private:
  int next_name_ = 0;
};

TEST_F(RegistrationTest, CvarNamesAreUniqueAndNotEmpty) {
  engine.add_cvar({.name = "v"});
  EXPECT_THROW(engine.add_cvar({.name = "v"}), std::invalid_argument);
  EXPECT_THROW(engine.add_cvar({}), std::invalid_argument);
}

TEST_F(RegistrationTest, PvarsOfDifferentClassMayShareAName) {
  const Counter<> counter(engine, {.name = "v"});
  const Level<> level(engine, {.name = "v"});
  EXPECT_NE(index_of("v", PvarClass::counter), index_of("v", PvarClass::level));
  EXPECT_THROW(Counter<>(engine, {.name = "v"}), std::invalid_argument);
}

TEST_F(RegistrationTest, ClassesAllowOnlyTheirTypes) {
  EXPECT_THROW(engine.add_pvar(spec(PvarClass::state, Datatype::unsigned_)), std::invalid_argument);
  EXPECT_THROW(engine.add_pvar(spec(PvarClass::level, Datatype::int_)), std::invalid_argument);
  EXPECT_THROW(engine.add_pvar(spec(PvarClass::level, Datatype::uint64)), std::invalid_argument);
  EXPECT_THROW(engine.add_pvar(spec(PvarClass::percentage, Datatype::unsigned_)),
               std::invalid_argument);
  EXPECT_THROW(engine.add_pvar(spec(PvarClass::counter, Datatype::double_)), std::invalid_argument);
  EXPECT_NO_THROW(engine.add_pvar(spec(PvarClass::generic, Datatype::int64)));
}

TEST_F(RegistrationTest, WatermarksNeedTheirStorage) {
  EXPECT_THROW(engine.add_pvar(spec(PvarClass::highwatermark, Datatype::unsigned_)),
               std::invalid_argument);
  PvarSpec low = spec(PvarClass::lowwatermark, Datatype::unsigned_);
  low.storage = std::make_shared<WatermarkStorage>(WatermarkStorage::Direction::high,
                                                   Datatype::unsigned_, 1, 0);
  EXPECT_THROW(engine.add_pvar(low), std::invalid_argument);
}

TEST_F(RegistrationTest, EnumerationsNeedInt) {
  const EnumType modes = engine.add_enum({"modes", {{"on", 1}}});
  EXPECT_THROW(engine.add_cvar({.name = "v", .datatype = Datatype::unsigned_, .enumtype = modes}),
               std::invalid_argument);
  EXPECT_THROW(engine.add_cvar({.name = "v", .enumtype = EnumType{123}}), std::invalid_argument);
}

TEST_F(RegistrationTest, RefusedVariableLeavesNoTrace) {
  EXPECT_THROW(engine.add_cvar({.name = "v", .count = 0}), std::invalid_argument);
  int num = -1;
  EXPECT_EQ(engine.cvar_get_num(&num), Code::success);
  EXPECT_EQ(num, 0);
  EXPECT_NO_THROW(engine.add_cvar({.name = "v"}));
}

TEST_F(RegistrationTest, LateVariablesDoNotDisturbHandles) {
  const Counter<> counter(engine, {.name = "early"});
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle<Counter<>>(session, "early");
  start(session, handle);
  counter.inc(5);
  for (int i = 0; i != 1000; ++i) Counter<>(engine, {.name = "late" + std::to_string(i)}).inc();
  EXPECT_EQ(read<unsigned long long>(session, handle), 5U);
  EXPECT_EQ(index_of("early", PvarClass::counter), 0);
}

}  // namespace
}  // namespace mpit

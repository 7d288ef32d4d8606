// SPDX-License-Identifier: BSD-3-Clause
// Writing control variables: refusals by the component, strings (MPI-5.0 §15.3.6).
#include <array>
#include <utility>

#include "reference/component/control.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class CvarWriteTest : public EngineTest {
 protected:
  CvarHandle handle_of(int index) {
    CvarHandle handle{};
    int count = 0;
    EXPECT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
    return handle;
  }
  Code write_int(int index, int value) { return engine.cvar_write(handle_of(index), &value); }
};

TEST_F(CvarWriteTest, ComponentMayRefuseTemporarily) {
  bool accept = false;
  const Control<int> control(engine, {.name = "v"}, 3,
                             [&](int) { return accept ? Code::success : Code::cvar_set_not_now; });
  EXPECT_EQ(write_int(0, 9), Code::cvar_set_not_now);
  EXPECT_EQ(control.get(), 3);
  accept = true;
  EXPECT_EQ(write_int(0, 9), Code::success);
  EXPECT_EQ(control.get(), 9);
}

TEST_F(CvarWriteTest, PermanentRefusalIsRemembered) {
  Code answer = Code::cvar_set_never;
  const Control<int> control(engine, {.name = "v"}, 3, [&](int) { return answer; });
  EXPECT_EQ(write_int(0, 9), Code::cvar_set_never);
  answer = Code::success;
  EXPECT_EQ(write_int(0, 9), Code::cvar_set_never);
  EXPECT_EQ(control.get(), 3);
}

TEST_F(CvarWriteTest, OtherCodesOfTheComponentAreReplaced) {
  const Control<int> control(engine, {.name = "v"}, 3, [](int) { return Code::memory; });
  EXPECT_EQ(write_int(0, 9), Code::cvar_set_not_now);
}

TEST_F(CvarWriteTest, ValuesOutsideTheEnumerationAreInvalid) {
  const EnumType modes = engine.add_enum({"modes", {{"on", 10}, {"off", 20}}});
  const Control<int> control(engine, {.name = "v", .enumtype = modes}, 10);
  EXPECT_EQ(write_int(0, 11), Code::invalid);
  EXPECT_EQ(write_int(0, 20), Code::success);
  EXPECT_EQ(control.get(), 20);
}

TEST_F(CvarWriteTest, StringsEndAtTheirNull) {
  const int index = engine.add_cvar({.name = "s", .datatype = Datatype::char_, .count = 8});
  const char* const text = "abc";  // 4 bytes with the null: no more may be read
  EXPECT_EQ(engine.cvar_write(handle_of(index), text), Code::success);
  std::array<char, 8> buffer;
  buffer.fill('#');
  EXPECT_EQ(engine.cvar_read(handle_of(index), buffer.data()), Code::success);
  EXPECT_EQ(buffer, (std::array<char, 8>{'a', 'b', 'c', 0, 0, 0, 0, 0}));
}

TEST_F(CvarWriteTest, StringsWithoutNullAreInvalid) {
  const int index = engine.add_cvar({.name = "s", .datatype = Datatype::char_, .count = 4});
  EXPECT_EQ(engine.cvar_write(handle_of(index), "abcdef"), Code::invalid);
}

TEST_F(CvarWriteTest, DoubleControlCallsItsComponent) {
  const Control<double> free(engine, {.name = "free"}, 0.5);
  const Control<double> positive(engine, {.name = "positive"}, 0.5, [](double wanted) {
    return wanted > 0 ? Code::success : Code::cvar_set_not_now;
  });
  for (const auto& [value, code] :
       {std::pair{2.5, Code::success}, {-2.5, Code::cvar_set_not_now}}) {
    EXPECT_EQ(engine.cvar_write(handle_of(0), &value), Code::success);
    EXPECT_EQ(engine.cvar_write(handle_of(1), &value), code);
  }
  EXPECT_EQ(free.get(), -2.5);
  EXPECT_EQ(positive.get(), 2.5);
}

}  // namespace
}  // namespace mpit

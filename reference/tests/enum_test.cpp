// SPDX-License-Identifier: BSD-3-Clause
// Enumerations (MPI-5.0 §15.3.5).
#include <stdexcept>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class EnumTest : public EngineTest {
 protected:
  EnumTest() : colours(engine.add_enum({"colours", {{"red", 7}, {"green", -1}}})) {}
  EnumType colours;
};

TEST_F(EnumTest, InfoReturnsNameAndSize) {
  int num = 0;
  char name[16];
  int len = sizeof name;
  EXPECT_EQ(engine.enum_get_info(colours, &num, name, &len), Code::success);
  EXPECT_EQ(num, 2);
  EXPECT_STREQ(name, "colours");
}

TEST_F(EnumTest, ItemReturnsNameAndValue) {
  int value = 0;
  char name[16];
  int len = sizeof name;
  EXPECT_EQ(engine.enum_get_item(colours, 1, &value, name, &len), Code::success);
  EXPECT_EQ(value, -1);
  EXPECT_STREQ(name, "green");
}

TEST_F(EnumTest, BadItemIndexIsRefused) {
  int value = 5;
  for (const int index : {-1, 2}) {
    EXPECT_EQ(engine.enum_get_item(colours, index, &value, nullptr, nullptr), Code::invalid_index);
  }
  EXPECT_EQ(value, 5);
}

TEST_F(EnumTest, InvalidHandlesAreRefused) {
  int num = 0;
  for (const std::uintptr_t word :
       {std::uintptr_t{0}, std::uintptr_t{0xdeadbeef}, static_cast<std::uintptr_t>(colours) + 1}) {
    EXPECT_EQ(engine.enum_get_info(EnumType{word}, &num, nullptr, nullptr), Code::invalid_index);
  }
}

TEST_F(EnumTest, RegistrationRefusesWhatTheStandardForbids) {
  EXPECT_THROW(engine.add_enum({"colours", {{"blue", 1}}}), std::invalid_argument);
  EXPECT_THROW(engine.add_enum({"", {{"blue", 1}}}), std::invalid_argument);
  EXPECT_THROW(engine.add_enum({"none", {}}), std::invalid_argument);
  EXPECT_THROW(engine.add_enum({"twice", {{"a", 1}, {"a", 2}}}), std::invalid_argument);
  EXPECT_THROW(engine.add_enum({"empty", {{"", 1}}}), std::invalid_argument);
}

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// Look-ups among many names.
#include "reference/engine/core/name_table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace mpit {
namespace {

TEST(NameTableTest, FindsEachOfManyNamesOfEachKind) {
  NameTable table;
  for (int i = 0; i != 5000; ++i) table.add("name_" + std::to_string(i), i % 10, i);
  for (int i = 0; i != 5000; ++i) {
    const std::string name = "name_" + std::to_string(i);
    EXPECT_EQ(table.find(name, i % 10), i);
    EXPECT_EQ(table.find(name, (i + 1) % 10), -1);
    EXPECT_EQ(table.find(name, i % 10 + 256), -1);
  }
}

TEST(NameTableTest, KeepsLongNames) {
  NameTable table;
  const std::string longest(100'000, 'x');
  table.add(longest, 3, 1);
  table.add("short", 3, 2);
  EXPECT_EQ(table.find(longest, 3), 1);
  EXPECT_EQ(table.find(longest.substr(1), 3), -1);
  EXPECT_EQ(table.find("short", 3), 2);
}

// Names with colliding hashes: of different kinds, of different lengths, and of equal length with a
// difference in the middle.
TEST(NameTableTest, DistinguishesNamesWithEqualHashes) {
  struct Name {
    const char* text;
    int kind;
  };
  for (const auto& [first, second] :
       {std::pair<Name, Name>{{"v_d2t2lhpdc", 1}, {"v_oq6wi3336", 2}},
        {{"v_69gkpku7z", 1}, {"v_i8s91wx98s", 1}},
        {{"v_vjjznb7me", 2}, {"v_hxfri7izb", 2}},
        {{"v_alike_00008c38_alike_v", 1}, {"v_alike_0000b11a_alike_v", 1}}}) {
    NameTable table;
    table.add(first.text, first.kind, 1);
    EXPECT_EQ(table.find(second.text, second.kind), -1);
    table.add(second.text, second.kind, 2);
    EXPECT_EQ(table.find(first.text, first.kind), 1);
    EXPECT_EQ(table.find(second.text, second.kind), 2);
  }
}

}  // namespace
}  // namespace mpit

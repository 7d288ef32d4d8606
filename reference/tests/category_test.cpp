// SPDX-License-Identifier: BSD-3-Clause
// Categories (MPI-5.0 §15.3.9).
#include <stdexcept>
#include <utility>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class CategoryTest : public EngineTest {
 protected:
  int changed() {
    int number = -1;
    EXPECT_EQ(engine.category_changed(&number), Code::success);
    return number;
  }
};

TEST_F(CategoryTest, VariableJoinsItsCategory) {
  const int cvar = engine.add_cvar({.name = "a", .category = "things"});
  const Counter<> counter(engine, {.name = "b", .category = "things"});
  int index = -1;
  EXPECT_EQ(engine.category_get_index("things", &index), Code::success);
  int cvars = 0;
  int pvars = 0;
  int subs = -1;
  EXPECT_EQ(
      engine.category_get_info(index, nullptr, nullptr, nullptr, nullptr, &cvars, &pvars, &subs),
      Code::success);
  EXPECT_EQ(cvars, 1);
  EXPECT_EQ(pvars, 1);
  EXPECT_EQ(subs, 0);
  int member = -1;
  EXPECT_EQ(engine.category_get_cvars(index, 1, &member), Code::success);
  EXPECT_EQ(member, cvar);
}

TEST_F(CategoryTest, ParentListsItsSubCategory) {
  const int inner = engine.add_category("inner", {}, "outer");
  int outer = -1;
  EXPECT_EQ(engine.category_get_index("outer", &outer), Code::success);
  int member = -1;
  EXPECT_EQ(engine.category_get_categories(outer, 1, &member), Code::success);
  EXPECT_EQ(member, inner);
}

TEST_F(CategoryTest, UpdateNumberIncreasesWithEachChange) {
  int last = changed();
  const auto rose = [&] {
    const int before = std::exchange(last, changed());
    return last > before;
  };
  const int outer = engine.add_category("outer");
  EXPECT_TRUE(rose());
  const int inner = engine.add_category("inner");
  EXPECT_TRUE(rose());
  engine.add_category_to_category(outer, inner);
  EXPECT_TRUE(rose());
  const int cvar = engine.add_cvar({.name = "v", .category = "inner"});
  EXPECT_TRUE(rose());
  engine.add_cvar_to_category(outer, cvar);
  EXPECT_TRUE(rose());
}

TEST_F(CategoryTest, UpdateNumberStaysWithoutChange) {
  const int category = engine.add_category("k");
  const int cvar = engine.add_cvar({.name = "v", .category = "k"});
  const int before = changed();
  engine.add_category("k");
  engine.add_cvar_to_category(category, cvar);
  engine.add_cvar({.name = "homeless"});
  EXPECT_EQ(changed(), before);
}

TEST_F(CategoryTest, CyclesAreRefused) {
  const int a = engine.add_category("a");
  const int b = engine.add_category("b");
  const int c = engine.add_category("c");
  engine.add_category_to_category(a, b);
  engine.add_category_to_category(b, c);
  EXPECT_THROW(engine.add_category_to_category(c, a), std::invalid_argument);
  EXPECT_THROW(engine.add_category_to_category(a, a), std::invalid_argument);
}

}  // namespace
}  // namespace mpit

// SPDX-License-Identifier: BSD-3-Clause
// What became of variables between two versions.
#include "ci/mpitcheck/compare/target_diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpitcheck {

void PrintTo(const ObjectDifference& it, std::ostream* out) {
  *out << name(it.change) << ' ' << it.kind << ' ' << it.old_name << ' ' << it.new_name << ' '
       << it.detail;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

NamedObject cvar(const std::string& name, const std::string& datatype, const std::string& desc) {
  return {"cvar", name, {{"datatype", datatype}, {"scope", "MPI_T_SCOPE_LOCAL"}}, desc};
}

auto is(ObjectChange change, const std::string& before, const std::string& after,
        const std::string& detail = "") {
  return testing::AllOf(testing::Field(&ObjectDifference::change, change),
                        testing::Field(&ObjectDifference::old_name, before),
                        testing::Field(&ObjectDifference::new_name, after),
                        testing::Field(&ObjectDifference::detail, detail));
}

TEST(InventoryDiff, EqualInventoriesDoNotDifferWhateverTheirOrder) {
  const auto a = cvar("A", "MPI_INT", "first"), b = cvar("B", "MPI_INT", "second");
  EXPECT_THAT(diff_inventories({a, b}, {b, a}), IsEmpty());
}

TEST(InventoryDiff, TellsAddedRemovedRenamedAndRetyped) {
  const auto found = diff_inventories(
      {cvar("KEPT", "MPI_INT", "stays"), cvar("GONE", "MPI_INT", "was of use"),
       cvar("OLD", "MPI_INT", "the eager limit"), cvar("TYPED", "MPI_INT", "a size")},
      {cvar("KEPT", "MPI_INT", "stays"), cvar("FRESH", "MPI_CHAR", "is of use"),
       cvar("NEW", "MPI_INT", "the eager limit"), cvar("TYPED", "MPI_COUNT", "a size")});
  EXPECT_THAT(
      found,
      ElementsAre(is(ObjectChange::removed, "GONE", ""), is(ObjectChange::added, "", "FRESH"),
                  is(ObjectChange::renamed, "OLD", "NEW"),
                  is(ObjectChange::retyped, "TYPED", "TYPED", "datatype MPI_INT -> MPI_COUNT")));
}

TEST(InventoryDiff, ARenamedVariableIsKnownByADescriptionOfItsOwnOnly) {
  EXPECT_THAT(diff_inventories({cvar("A", "MPI_INT", "")}, {cvar("B", "MPI_INT", "")}),
              ElementsAre(is(ObjectChange::removed, "A", ""), is(ObjectChange::added, "", "B")));
  EXPECT_THAT(diff_inventories({cvar("A", "MPI_INT", "same")},
                               {cvar("B", "MPI_INT", "same"), cvar("C", "MPI_INT", "same")}),
              ElementsAre(is(ObjectChange::removed, "A", ""), is(ObjectChange::added, "", "B"),
                          is(ObjectChange::added, "", "C")));
}

TEST(InventoryDiff, KindsAreKeptApart) {
  NamedObject pvar = cvar("A", "MPI_INT", "text");
  pvar.kind = "pvar";
  EXPECT_THAT(diff_inventories({cvar("A", "MPI_INT", "text")}, {pvar}),
              ElementsAre(is(ObjectChange::removed, "A", ""), is(ObjectChange::added, "", "A")));
}

TEST(InventoryDiff, NamesThatRecurInOtherClassesArePairedByTheirType) {
  const auto pvar = [](const char* pvar_class) {
    return NamedObject{"pvar", "length", {{"class", pvar_class}}, "of a queue"};
  };
  EXPECT_THAT(diff_inventories({pvar("LEVEL"), pvar("HIGHWATERMARK")},
                               {pvar("HIGHWATERMARK"), pvar("STATE")}),
              ElementsAre(is(ObjectChange::retyped, "length", "length", "class LEVEL -> STATE")));
}

TEST(InventoryDiff, APropertyThatIsNewIsToldFromNone) {
  NamedObject after = cvar("A", "MPI_INT", "text");
  after.type["enumtype"] = "levels";
  EXPECT_THAT(diff_inventories({cvar("A", "MPI_INT", "text")}, {after}),
              ElementsAre(is(ObjectChange::retyped, "A", "A", "enumtype none -> levels")));
}

}  // namespace
}  // namespace mpitcheck

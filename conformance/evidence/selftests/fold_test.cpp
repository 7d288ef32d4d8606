// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/evidence/search/fold.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpitcheck::evidence {
namespace {

using testing::ElementsAre;

TEST(Fold, ARunOfEqualBlocksBecomesALoop) {
  const std::vector<Block> blocks{{{"a;"}}, {{"b;"}}, {{"c;"}}, {{"b;"}},
                                  {{"c;"}}, {{"b;"}}, {{"c;"}}, {{"d;"}}};
  EXPECT_THAT(folded(blocks),
              ElementsAre("a;", "for (int i = 0; i < 3; ++i) {", "  b;", "  c;", "}", "d;"));
}

TEST(Fold, WhatStandsAloneStaysOut) {
  const std::vector<Block> blocks{{{"b;", "c;", "d;"}, true}, {{"b;", "c;", "d;"}, true}};
  EXPECT_EQ(folded(blocks).size(), 6U);
}

TEST(Fold, NothingIsFoldedForNoGain) {
  EXPECT_THAT(folded({{{"a;"}}, {{"a;"}}}), ElementsAre("a;", "a;"));
}

}  // namespace
}  // namespace mpitcheck::evidence

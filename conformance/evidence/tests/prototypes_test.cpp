// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/evidence/prototypes.hpp"

#include <gtest/gtest.h>

namespace mpitcheck::evidence {
namespace {

TEST(Prototypes, ParametersHaveTypesAndNames) {
  const Prototype* const known = prototype("MPI_T_category_get_cvars");
  ASSERT_NE(known, nullptr);
  ASSERT_EQ(known->parameters.size(), 3U);
  EXPECT_EQ(known->parameters[2].type, "int []");
  EXPECT_EQ(known->parameters[2].name, "indices");
  EXPECT_EQ(length_of(*known, 2), 1);
}

TEST(Prototypes, VoidListHasNoParameters) {
  EXPECT_TRUE(prototype("MPI_T_finalize")->parameters.empty());
  EXPECT_EQ(prototype("MPI_T_made_up"), nullptr);
}

TEST(Prototypes, TextsArePairedWithTheirLengths) {
  const Prototype& known = *prototype("MPI_T_cvar_get_info");
  EXPECT_EQ(length_of(known, known.find("desc")), known.find("desc_len"));
  EXPECT_EQ(length_of(known, known.find("bind")), -1);
}

}  // namespace
}  // namespace mpitcheck::evidence

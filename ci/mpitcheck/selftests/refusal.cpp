// SPDX-License-Identifier: BSD-3-Clause
#include "ci/mpitcheck/selftests/refusal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mpitcheck {

void expect_refusal(const Finished& run, int exit_code, const std::string& part) {
  EXPECT_EQ(run.exit_code, exit_code) << run.err;
  EXPECT_THAT(run.err, testing::HasSubstr(part));
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_THAT(run.out, testing::IsEmpty());
}

void expect_refusal(const FakeTree& tree, const BadCommandLine& bad) {
  std::vector<std::string> arguments = bad.arguments;
  std::ranges::replace(arguments, std::string("TREE"), tree.root().string());
  expect_refusal(tree.mpitcheck(arguments), bad.exit_code, bad.part);
}

}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// Bounded capture of output.
#include "ci/mpitcheck/process/capture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpitcheck {
namespace {

TEST(Capture, KeepsEverythingUpToTheBound) {
  Capture capture(8);
  for (const char* part : {"ab", "", "cdef", "gh"}) capture.add(part);
  EXPECT_EQ(capture.text(), "abcdefgh");
  EXPECT_EQ(capture.lost(), 0U);
}

TEST(Capture, KeepsHeadAndTailAndCountsTheRest) {
  for (const std::size_t step : {1, 3, 100}) {
    Capture capture(8);
    const std::string all = "abcd" + std::string(1000, '.') + "wxyz";
    for (std::size_t i = 0; i < all.size(); i += step)
      capture.add(std::string_view(all).substr(i, step));
    EXPECT_EQ(capture.text(), "abcd\n[... 1000 bytes left out ...]\nwxyz") << step;
    EXPECT_EQ(capture.lost(), 1000U) << step;
  }
}

}  // namespace
}  // namespace mpitcheck

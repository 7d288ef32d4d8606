// SPDX-License-Identifier: BSD-3-Clause
// Faults of MPI without MPI_T are not charged to MPI_T.
#include "conformance/harness/test/baseline.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

// The programs that a baseline starts use the same file. They have the initial environment of this
// process.
std::filesystem::path file_of_looks() {
  return std::filesystem::temp_directory_path() / join("looks-", ::getsid(0));
}

const Baseline sound("something sound", [] { return std::string(); });
const Baseline odd("something odd", [] { return std::string("seventeen"); });
const Baseline deadly("something deadly", [] {
  std::raise(SIGKILL);
  return std::string();
});
const Baseline counted("something that counts", [] {
  std::ofstream(file_of_looks(), std::ios::app) << "x";
  return std::string("odd");
});

/// Lets a baseline start this program.
class AsBaseline : public testing::Environment {
 public:
  void SetUp() override {
    const std::vector<std::string> words = testing::internal::GetArgvs();
    if (words.size() == 5 && words[1] == baseline_option) {
      ::_exit(look_without_tool(words[2], words[4]));
    }
  }
};
const auto* const as_baseline = testing::AddGlobalTestEnvironment(new AsBaseline);

auto holds(bool ok) { return is_observed("", ok, "expected", "actual"); }

std::size_t offenders(const Baseline& baseline, bool ok) {
  TestUnderTest test({must()});
  check_beside(*test, baseline, must(), "subject", holds(ok));
  return test->outcome().tallies.front().offenders;
}

TEST(Baseline, DeviationOfTheBaselineIsNotCharged) {
  EXPECT_EQ(offenders(odd, false), 0U);
  EXPECT_EQ(offenders(deadly, false), 0U);
  EXPECT_EQ(deadly.oddity(), "SIGKILL");
}

TEST(Baseline, DeviationOfTheSubjectAloneIsCharged) { EXPECT_EQ(offenders(sound, false), 1U); }

TEST(Baseline, BrokenBaselineIsReportedAsMissing) {
  TestUnderTest test({must()});
  check_beside(*test, odd, must(), "subject", holds(false));
  ASSERT_EQ(test->outcome().missing.size(), 1U);
  EXPECT_NE(test->outcome().missing.front().find("seventeen"), std::string::npos);
  EXPECT_EQ(test->outcome().tallies.front().examined, 0U);
}

TEST(Baseline, RunsOnceAndOnlyAfterAFailedCheck) {
  const auto file = file_of_looks();
  std::filesystem::remove(file);
  share_baselines();
  EXPECT_EQ(offenders(counted, true), 0U);
  EXPECT_FALSE(std::filesystem::exists(file));
  for (int i = 0; i < 3; ++i) in_child([](int) { static_cast<void>(offenders(counted, false)); });
  EXPECT_EQ(offenders(counted, false), 0U);
  EXPECT_EQ(std::filesystem::file_size(file), 1U);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace mpitcheck

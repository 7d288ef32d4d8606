// SPDX-License-Identifier: BSD-3-Clause
// The exit code of a test process.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

// Runs a test that examines nothing, as one of `size` processes under the runner.
int code_among(int size, const std::filesystem::path& results) {
  ::setenv("MPITCHECK_RANK", "0", 1);
  ::setenv("MPITCHECK_SIZE", std::to_string(size).c_str(), 1);
  const TestInfo info{"area.subject.behaviour",
                      "brief",
                      {clause_of(Level::must)},
                      needs::nothing,
                      [](Test&) {},
                      "file",
                      1};
  const int code = run_test(info, {results.string(), "00", 1});
  ::unsetenv("MPITCHECK_RANK");
  ::unsetenv("MPITCHECK_SIZE");
  return code;
}

TEST(ExitCode, IsTheVerdictOfASingleProcessOnly) {
  std::string folder = (std::filesystem::temp_directory_path() / "mpitcheck-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  EXPECT_EQ(code_among(1, folder), protocol::exit_skipped);
  EXPECT_EQ(code_among(2, folder), protocol::exit_passed);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// What reaches a test program: variables, folders, preloaded libraries, another ABI library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

std::string output_of(const FakeTree& tree, std::vector<std::string> options) {
  options.insert(options.begin(),
                 {"run", tree.root(), "--filter", "plain.environment", "--json", "report.json"});
  const Finished run = tree.mpitcheck(options);
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.err << run.out;
  return tree.test("plain.environment").at("output");
}

TEST(Injection, VariablesAndFoldersReachTheProgram) {
  const FakeTree tree;
  const std::string output = output_of(tree, {"--env", "HOSTILE_SHOWN=a b"});
  EXPECT_THAT(output, HasSubstr("shown a b\n"));
  EXPECT_THAT(output, HasSubstr("working in TMPDIR\n"));
  EXPECT_THAT(tree.test("plain.environment").at("replay").get<std::string>(),
              HasSubstr("--env 'HOSTILE_SHOWN=a b'"));
}

TEST(Injection, PreloadedLibrariesReachTheProgramButNotTheLauncher) {
  const FakeTree tree;
  EXPECT_EQ(count_of("preloaded", output_of(tree, {"--preload", PRELOAD_LIBRARY})), 1U);
  // The launcher, its shell and env(1), which sets the variable, come before it.
  EXPECT_EQ(count_of("preloaded", output_of(tree, {"--preload", PRELOAD_LIBRARY, "--np", "2"})),
            2U);
}

TEST(Injection, AnotherAbiLibraryStandsBehindBothSonames) {
  FakeTree tree;
  tree.manifest["kind"] = "reference";
  tree.write();
  const std::string output = output_of(tree, {"--abi-library", PRELOAD_LIBRARY});
  EXPECT_THAT(output, HasSubstr("libmpi_abi.so.0 -> " PRELOAD_LIBRARY));
  EXPECT_THAT(output, HasSubstr("libmpi_abi.so.1 -> " PRELOAD_LIBRARY));
  // The target is named after the library that the inventory found, not after the tree.
  EXPECT_EQ(tree.test("plain.environment").at("target"), "fake-abi");
}

}  // namespace
}  // namespace mpitcheck

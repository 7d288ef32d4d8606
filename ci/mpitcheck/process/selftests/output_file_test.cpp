// SPDX-License-Identifier: BSD-3-Clause
// Files that appear whole or not at all.
#include "ci/mpitcheck/process/output_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/scratch.hpp"

namespace mpitcheck {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OutputFile, ReplacesOnlyOnCommit) {
  const Scratch scratch;
  const fs::path path = scratch.path() / "report";
  std::ofstream(path) << "old";
  { const OutputFile abandoned(path); }
  EXPECT_EQ(content(path), "old");
  {
    OutputFile file(path);
    EXPECT_EQ(content(path), "old");
    file.commit("new");
  }
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 1);
}

TEST(OutputFile, FollowsALinkAndWritesToADevice) {
  const Scratch scratch;
  std::ofstream(scratch.path() / "real") << "old";
  fs::create_symlink("real", scratch.path() / "link");
  OutputFile(scratch.path() / "link").commit("new");
  EXPECT_TRUE(fs::is_symlink(scratch.path() / "link"));
  EXPECT_EQ(content(scratch.path() / "real"), "new");
  OutputFile("/dev/null").commit("x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(OutputFile, RefusesWhatCannotBeWritten) {
  const Scratch scratch;
  EXPECT_THROW(OutputFile(scratch.path()), UserError);
  EXPECT_THROW(OutputFile(scratch.path() / "no/such/folder"), UserError);
}

TEST(OutputFile, SaysSoWhenTheDiskIsFull) {
  OutputFile file("/dev/full");
  EXPECT_THROW(file.commit("x"), UserError);
}

}  // namespace
}  // namespace mpitcheck

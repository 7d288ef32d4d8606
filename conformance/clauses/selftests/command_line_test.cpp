// SPDX-License-Identifier: BSD-3-Clause
// Exit codes and messages of clausegen.
#include "conformance/clauses/clausegen/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "conformance/clauses/selftests/sample_catalogue.hpp"

namespace mpitcheck::clausegen {
namespace {

using ::testing::HasSubstr;

class CommandLine : public ::testing::Test {
 protected:
  int run(const std::vector<std::string>& arguments) { return run_command(arguments, errors_); }

  SampleCatalogue sample_;
  std::string folder_ = sample_.folder().string();
  std::ostringstream errors_;
};

TEST_F(CommandLine, LintOfACorrectCatalogueIsSilent) {
  EXPECT_EQ(run({"lint", folder_}), 0);
  EXPECT_EQ(errors_.str(), "");
}

TEST_F(CommandLine, LintPrintsFileAndLine) {
  sample_.replace("cvar.yaml", "level: must", "level: may");
  EXPECT_EQ(run({"lint", folder_}), 1);
  EXPECT_THAT(errors_.str(), HasSubstr(folder_ + "/cvar.yaml:4: cvar-num: unknown level"));
}

TEST_F(CommandLine, GenerateRefusesABrokenCatalogue) {
  sample_.replace("cvar.yaml", "level: must", "level: may");
  EXPECT_EQ(run({"generate", folder_, folder_ + "/out"}), 1);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/out"));
}

TEST_F(CommandLine, CoverageFindsAnUntestedClause) {
  sample_.write("list.json", "[]");
  EXPECT_EQ(run({"coverage", folder_, folder_ + "/list.json"}), 1);
}

TEST_F(CommandLine, FaultsFindsAClauseThatNoneBreaks) {
  sample_.write("list.json", "[]");
  EXPECT_EQ(run({"faults", folder_, folder_ + "/list.json"}), 1);
  EXPECT_EQ(run({"faults", folder_}), 2);
}

TEST_F(CommandLine, MissingListOfTestsIsAFinding) {
  EXPECT_EQ(run({"coverage", folder_, folder_ + "/none.json"}), 1);
  EXPECT_THAT(errors_.str(), HasSubstr("none.json:1: cannot be read"));
}

TEST_F(CommandLine, NoArgumentsAreAUsageError) {
  EXPECT_EQ(run({}), 2);
  EXPECT_THAT(errors_.str(), HasSubstr("usage: clausegen"));
}

TEST_F(CommandLine, UnknownCommandIsAUsageError) { EXPECT_EQ(run({"check", folder_}), 2); }

TEST_F(CommandLine, MissingFolderIsAUsageError) { EXPECT_EQ(run({"lint", folder_ + "/none"}), 2); }

TEST_F(CommandLine, GenerateWithoutOutputIsAUsageError) {
  EXPECT_EQ(run({"generate", folder_}), 2);
}

TEST_F(CommandLine, CoverageWithoutListsIsAUsageError) { EXPECT_EQ(run({"coverage", folder_}), 2); }

}  // namespace
}  // namespace mpitcheck::clausegen

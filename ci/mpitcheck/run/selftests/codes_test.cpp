// SPDX-License-Identifier: BSD-3-Clause
// The table of return codes of a run.
#include "ci/mpitcheck/run/codes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;

RunReport sample(const std::string& mpi_version) {
  RunReport report;
  TargetResult target;
  target.name = "mine";
  target.mpi_version = mpi_version;
  report.targets = {target};
  TestResult test;
  test.target = "mine";
  test.codes = {{"MPI_T_cvar_get_info", {"MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX"}},
                {"MPI_T_cvar_get_num", {"MPI_T_ERR_INVALID_NAME", "4711 (no MPI_T code)"}}};
  TestResult elsewhere = test;
  elsewhere.target = "another";
  elsewhere.codes = {{"MPI_T_cvar_get_info", {"MPI_T_ERR_MEMORY"}}};
  report.tests = {test, elsewhere};
  return report;
}

CodeCell cell(const RunReport& report, const std::string& function, const std::string& code) {
  const CodeTable table = code_tables(report).at(0);
  const auto column = std::find(table.codes.begin(), table.codes.end(), code);
  const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                [&](const CodeRow& it) { return it.function == function; });
  if (column == table.codes.end() || row == table.rows.end()) return CodeCell::neither;
  return row->cells.at(static_cast<std::size_t>(column - table.codes.begin()));
}

TEST(Codes, TellsListedFromProvoked) {
  const RunReport report = sample("5.0");
  EXPECT_EQ(cell(report, "MPI_T_cvar_get_info", "MPI_SUCCESS"), CodeCell::both);
  EXPECT_EQ(cell(report, "MPI_T_cvar_get_info", "MPI_T_ERR_INVALID_INDEX"), CodeCell::both);
  EXPECT_EQ(cell(report, "MPI_T_cvar_get_info", "MPI_T_ERR_MEMORY"), CodeCell::listed);
  EXPECT_EQ(cell(report, "MPI_T_cvar_get_info", "MPI_T_ERR_INVALID_NAME"), CodeCell::neither);
  EXPECT_EQ(cell(report, "MPI_T_cvar_get_num", "MPI_T_ERR_INVALID_NAME"), CodeCell::provoked);
  EXPECT_EQ(cell(report, "MPI_T_cvar_get_num", "4711 (no MPI_T code)"), CodeCell::provoked);
  EXPECT_EQ(cell(report, "MPI_T_cvar_write", "MPI_T_ERR_CVAR_SET_NEVER"), CodeCell::listed);
}

TEST(Codes, KnowsWhatAVersionHas) {
  EXPECT_EQ(cell(sample("4.0"), "MPI_T_event_get_num", "MPI_SUCCESS"), CodeCell::listed);
  EXPECT_EQ(cell(sample("3.1"), "MPI_T_event_get_num", "MPI_SUCCESS"), CodeCell::neither);
  EXPECT_EQ(cell(sample("3.1"), "MPI_T_cvar_get_info", "MPI_T_ERR_NOT_ACCESSIBLE"),
            CodeCell::neither);
}

TEST(Codes, AreShownFromAReport) {
  const FakeTree tree;
  tree.mpitcheck({"run", tree.root(), "--filter", "plain.pass", "--json", "report.json"});
  const Finished text = tree.mpitcheck({"codes", "report.json"});
  EXPECT_EQ(text.exit_code, exit_as_expected) << text.err;
  EXPECT_THAT(text.out, HasSubstr("fake: Fake MPI 1.0 (MPI 4.0)"));
  EXPECT_THAT(text.out, HasSubstr("MPI_T_cvar_write"));
  const Finished json = tree.mpitcheck({"codes", "report.json", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out).at(0).at("target"), "fake");
}

TEST(Codes, RefusesWhatIsNoReport) {
  const FakeTree tree;
  EXPECT_EQ(tree.mpitcheck({"codes", "none.json"}).exit_code, exit_usage);
  EXPECT_EQ(tree.mpitcheck({"codes", "."}).exit_code, exit_usage);
  std::ofstream(tree.file("bad.json")) << "{}";
  const Finished bad = tree.mpitcheck({"codes", "bad.json"});
  EXPECT_EQ(bad.exit_code, exit_usage);
  EXPECT_THAT(bad.err, HasSubstr("is no report of mpitcheck"));
}

}  // namespace
}  // namespace mpitcheck

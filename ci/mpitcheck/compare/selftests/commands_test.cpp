// SPDX-License-Identifier: BSD-3-Clause
// The commands as a user gives them: output, exit codes, and what is not a report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"
#include "ci/mpitcheck/selftests/refusal.hpp"

namespace mpitcheck {
namespace {

using report::samples::plausible;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Commands : public testing::Test {
 protected:
  Commands() {
    RunReport worse = plausible();
    worse.tests[0].verdict = Verdict::fail;
    write("old.json", report::to_json(plausible()));
    write("worse.json", report::to_json(worse));
  }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.file(name), std::ios::binary) << content;
  }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  [[nodiscard]] Finished mpitcheck(const std::vector<std::string>& arguments) const {
    return folder_.mpitcheck(arguments);
  }

 private:
  FakeTree folder_;
};

TEST_F(Commands, DiffEndsWith1OnARegressionOnly) {
  EXPECT_EQ(mpitcheck({"diff", "old.json", "old.json"}).exit_code, exit_as_expected);
  const Finished worse = mpitcheck({"diff", "old.json", "worse.json"});
  EXPECT_EQ(worse.exit_code, exit_broken_must);
  EXPECT_THAT(worse.out, HasSubstr("regression cvar.info.num-nonnegative: pass -> fail"));
  const Finished better = mpitcheck({"diff", "worse.json", "old.json", "--json"});
  EXPECT_EQ(better.exit_code, exit_as_expected);
  EXPECT_THAT(better.out, HasSubstr("\"fix\": 1"));
}

TEST_F(Commands, CompareWritesWhatIsAskedFor) {
  const Finished files =
      mpitcheck({"compare", "old.json", "worse.json", "--html", "c.html", "--markdown", "c.md"});
  EXPECT_EQ(files.exit_code, exit_as_expected);
  EXPECT_EQ(files.out, "");
  EXPECT_THAT(read("c.html"), HasSubstr("\"id\":\"cvar-name-unique\""));
  const Finished printed = mpitcheck({"compare", "old.json", "worse.json"});
  EXPECT_EQ(printed.exit_code, exit_as_expected);
  EXPECT_EQ(printed.out, read("c.md"));
}

TEST_F(Commands, ComparePutsCostsBesideTheClauses) {
  EXPECT_EQ(
      mpitcheck({"compare", "old.json", "--html", "c.html", "--bench", BENCH_SAMPLE}).exit_code,
      exit_as_expected);
  EXPECT_THAT(read("c.html"), AllOf(HasSubstr("id=\"_bench\""), HasSubstr("href=\"#_bench\""),
                                    HasSubstr("<svg"), HasSubstr(".bars {")));
  EXPECT_EQ(mpitcheck({"compare", "old.json", "--html", "c.html"}).exit_code, exit_as_expected);
  EXPECT_THAT(read("c.html"), AllOf(Not(HasSubstr("_bench")), Not(HasSubstr(".bars {"))));
  expect_refusal(mpitcheck({"compare", "old.json", "--html", "c.html", "--bench", "old.json"}),
                 exit_usage, "--bench 'old.json': ");
  expect_refusal(mpitcheck({"compare", "old.json", "--bench", BENCH_SAMPLE}), exit_usage, "--html");
}

TEST_F(Commands, AFindingIsShownAsItCanBeSent) {
  const RunReport report = plausible();
  const auto found = std::ranges::find_if(report.findings, [](const Finding& it) {
    return it.clauses.front() == "cvar-name-nonempty";
  });
  ASSERT_NE(found, report.findings.end());
  const Finished text = mpitcheck({"finding", found->id, "old.json"});
  EXPECT_EQ(text.exit_code, exit_as_expected);
  EXPECT_THAT(text.out, AllOf(HasSubstr("library   MPICH 4.0.2 (MPI 4.0)\n"),
                              HasSubstr("(must, MPI 4.0 section 15.3.6; cvar-name-nonempty)"),
                              HasSubstr("MPI_T_cvar_get_info(17) = MPI_SUCCESS"),
                              HasSubstr("int main(void) { return 1; }"),
                              HasSubstr("mpitcheck run build/mpich --filter")));
  const Finished markdown = mpitcheck({"finding", found->id, "old.json", "--markdown"});
  EXPECT_THAT(markdown.out, AllOf(HasSubstr("## cvar-name-nonempty: expected"),
                                  HasSubstr("```c\nint main(void) { return 1; }\n```")));
}

TEST_F(Commands, AFindingThatIsNotThereGetsOneLineAndExitCode2) {
  expect_refusal(mpitcheck({"finding", "F-000000", "old.json"}), exit_usage,
                 "'old.json' has no finding 'F-000000'");
  expect_refusal(mpitcheck({"finding", "F-000000", "none.json"}), exit_usage, "none.json");
  expect_refusal(mpitcheck({"finding"}), exit_usage, "ID");
}

TEST_F(Commands, WhatIsNoReportGetsOneLineAndExitCode2) {
  const std::string whole = report::to_json(plausible());
  write("cut.json", whole.substr(0, whole.size() / 2));
  write("empty.json", "");
  write("deep.json", std::string(1'000'000, '['));
  write("nofooter.json", whole.substr(0, whole.rfind(",\n\"footer\"")) + "}");
  std::string other = whole;
  other.replace(other.find("\"schema\": 1"), 11, "\"schema\": 7");
  write("schema.json", other);
  const std::pair<const char*, const char*> cases[] = {
      {"none.json", "cannot be read: name a report.json"},
      {".", "cannot be read: name a report.json"},
      {"cut.json", "no JSON at byte"},
      {"empty.json", "no JSON at byte"},
      {"deep.json", "no JSON at byte"},
      {"nofooter.json", "it has no footer"},
      {"schema.json", "its schema is 7"}};
  for (const auto& [file, message] : cases) {
    for (const char* command : {"diff", "compare"}) {
      const Finished bad = mpitcheck({command, "old.json", file});
      expect_refusal(bad, exit_usage, message);
      EXPECT_THAT(bad.err, HasSubstr(file)) << command;
    }
  }
}

TEST_F(Commands, TheCommandLineIsChecked) {
  EXPECT_EQ(mpitcheck({"diff", "old.json"}).exit_code, exit_usage);
  EXPECT_EQ(mpitcheck({"diff", "old.json", "old.json", "old.json"}).exit_code, exit_usage);
  EXPECT_EQ(mpitcheck({"compare"}).exit_code, exit_usage);
  expect_refusal(mpitcheck({"compare", "old.json", "--html", "none/c.html"}), exit_usage, "none");
}

TEST_F(Commands, AnOlderReportWithoutInventoriesIsStillRead) {
  std::string old = report::to_json(plausible());
  for (std::size_t at = 0; (at = old.find(",\"inventory\":[", at)) != std::string::npos;) {
    old.erase(at, old.find("]", at) + 1 - at);
  }
  ASSERT_THAT(old, Not(HasSubstr("inventory\":")));
  write("first.json", old);
  const Finished diff = mpitcheck({"diff", "first.json", "old.json"});
  EXPECT_EQ(diff.exit_code, exit_as_expected);
  EXPECT_THAT(diff.out, HasSubstr("variables were not compared"));
}

}  // namespace
}  // namespace mpitcheck

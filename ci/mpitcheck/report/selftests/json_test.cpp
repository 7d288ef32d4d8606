// SPDX-License-Identifier: BSD-3-Clause
// Tests of writing and reading report.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck::report {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;

std::string refusal(std::string_view text) {
  try {
    from_json(text);
  } catch (const InvalidReport& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal(const Json& json) { return refusal(std::string_view(json.dump())); }

Json plausible_json() { return Json::parse(to_json(samples::plausible())); }

TEST(Json, ReadsBackWhatItWrote) {
  const std::string written = to_json(samples::plausible());
  const RunReport read = from_json(written);
  EXPECT_EQ(to_json(read), written);
  EXPECT_EQ(read.tests.size(), samples::plausible().tests.size());
  EXPECT_EQ(read.tests[0].seed, 0xfedcba9876543210u);
  EXPECT_EQ(read.clauses[0].section, samples::plausible().clauses[0].section);
  EXPECT_EQ(read.clauses[1].verdicts.at("mpich"), Verdict::fail);
}

TEST(Json, HoldsFindingsAndDerivesThemForReportsOfBefore) {
  Json json = plausible_json();
  const RunReport report = samples::plausible();
  ASSERT_EQ(json["findings"].size(), report.findings.size());
  EXPECT_EQ(json["findings"][0]["id"], report.findings[0].id);
  EXPECT_EQ(json["findings"][0]["sightings"][0]["tests"].size(),
            report.findings[0].sightings[0].tests.size());
  json.erase("findings");
  const RunReport older = from_json(json.dump());
  ASSERT_EQ(older.findings.size(), report.findings.size());
  EXPECT_EQ(older.findings[0].line, report.findings[0].line);
}

TEST(Json, KeepsHostileTextAndReplacesInvalidUtf8) {
  const RunReport read = from_json(to_json(samples::small()));
  EXPECT_THAT(read.tests[0].message, HasSubstr("\x01\x1b[31m\x7f"));
  EXPECT_THAT(read.tests[0].message, HasSubstr("<script>"));
  EXPECT_THAT(read.tests[0].message, HasSubstr("\uFFFD"));
  EXPECT_EQ(to_json(read), to_json(samples::small()));
}

TEST(Json, ReadsTheGateBack) {
  const std::string written = to_json(samples::gated());
  const RunReport read = from_json(written);
  EXPECT_EQ(to_json(read), written);
  ASSERT_TRUE(read.gate);
  EXPECT_EQ(read.gate->known, 1u);
  ASSERT_EQ(read.gate->findings.size(), 2u);
  EXPECT_EQ(read.gate->findings[1].problem, GateProblem::expired);
  EXPECT_EQ(read.gate->findings[1].test, "");
  const auto known = [](const TestResult& test) { return test.known.has_value(); };
  const auto test = std::ranges::find_if(read.tests, known);
  ASSERT_NE(test, read.tests.end());
  EXPECT_EQ(test->expected, true);
  EXPECT_EQ(test->known->kind, DeviationKind::bug);
  EXPECT_FALSE(from_json(to_json(samples::plausible())).tests[0].expected);
}

TEST(Json, SummaryCountsEveryVerdict) {
  const Json summary = plausible_json()["summary"];
  EXPECT_EQ(summary["targets"]["openmpi"]["crash"], 1);
  EXPECT_EQ(summary["targets"]["openmpi"]["error"], 0);
  EXPECT_EQ(summary["targets"]["openmpi"].size(), std::size(all_verdicts));
  EXPECT_EQ(summary["exit_code"], 1);
}

TEST(Json, TellsWhatTheScriptsOfThePageShow) {
  const Json json = plausible_json();
  EXPECT_EQ(json["tests"][12]["verdicts"].dump(), R"({"cvar-name-nonempty":"fail"})");
  const Json& finding = json["findings"][0];
  ASSERT_EQ(finding["sightings"][0]["examples"].size(), 1u);
  EXPECT_EQ(finding["sightings"][0]["examples"][0]["clause"], finding["clauses"][0]);
}

TEST(Json, WithoutFooterIsInvalid) {
  Json json = plausible_json();
  json.erase("footer");
  EXPECT_THAT(refusal(json), HasSubstr("no footer"));
}

TEST(Json, CutOffIsInvalid) {
  const std::string whole = to_json(samples::plausible());
  for (std::size_t size = 0; size < whole.size() - 2; size += 997) {
    EXPECT_THAT(refusal(std::string_view(whole).substr(0, size)), HasSubstr("no JSON at byte"))
        << size;
  }
}

TEST(Json, NamesThePlaceThatDoesNotFit) {
  Json json = plausible_json();
  json["tests"][3]["verdict"] = "good";
  EXPECT_EQ(refusal(json), "not a report of mpitcheck: tests[3]: \"good\" is no verdict");
  json = plausible_json();
  json["tests"][0]["np"] = -1;
  EXPECT_THAT(refusal(json), HasSubstr("tests[0].np is not a whole number within its range"));
  json = plausible_json();
  json["clauses"][2].erase("rule");
  EXPECT_THAT(refusal(json), AllOf(HasSubstr("clauses[2]: "), HasSubstr("key 'rule' not found")));
  json = plausible_json();
  json["header"] = "none";
  EXPECT_THAT(refusal(json), HasSubstr("not a report of mpitcheck: "));
}

TEST(Json, RefusesOtherDocuments) {
  EXPECT_THAT(refusal(std::string_view("[]")), HasSubstr("not a report of mpitcheck: "));
  EXPECT_THAT(refusal(std::string_view("{}")), HasSubstr("key 'schema' not found"));
  EXPECT_THAT(refusal(std::string_view(R"({"schema": 2})")),
              HasSubstr("its schema is 2, this mpitcheck reads 1"));
}

TEST(Json, RefusesAmbiguousNames) {
  Json json = plausible_json();
  json["targets"][1]["name"] = "reference";
  EXPECT_THAT(refusal(json), HasSubstr("two targets are called 'reference'"));
  json = plausible_json();
  json["tests"][0]["target"] = "elsewhere";
  EXPECT_THAT(refusal(json), HasSubstr("unknown target 'elsewhere'"));
  json = plausible_json();
  json["clauses"][0]["id"] = "_rows";
  EXPECT_THAT(refusal(json), HasSubstr("'_rows' is not a clause id"));
  json = plausible_json();
  json["clauses"][0]["id"] = json["clauses"][1]["id"];
  EXPECT_THAT(refusal(json), HasSubstr("two clauses are called"));
}

}  // namespace
}  // namespace mpitcheck::report

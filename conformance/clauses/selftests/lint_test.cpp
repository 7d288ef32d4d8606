// SPDX-License-Identifier: BSD-3-Clause
// What the linter says of catalogues that can be read but make no sense.
#include "conformance/clauses/clausegen/lint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/clauses/selftests/sample_catalogue.hpp"

namespace mpitcheck::clausegen {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// One replacement in the clause file, and the findings after it.
std::vector<std::string> after(const std::string& from, const std::string& to,
                               const std::string& file = "cvar.yaml") {
  SampleCatalogue sample;
  sample.replace(file, from, to);
  return sample.findings();
}

constexpr const char* kSecond = R"(
- id: cvar-num
  level: advice
  since: '4.0'
  section: {'4.0': 15.3.6}
  draft2011: absent
  functions: [MPI_T_*]
  rule: Another.
)";

TEST(Lint, ReportsAnIdThatIsTaken) {
  SampleCatalogue sample;
  sample.write("cvar.yaml", sample.read("cvar.yaml") + kSecond);
  EXPECT_THAT(sample.findings(), ElementsAre(AllOf(StartsWith("cvar.yaml:13: id 'cvar-num' is"),
                                                   HasSubstr("cvar.yaml:3"))));
}

TEST(Lint, ReportsIdsThatShareAConstant) {
  SampleCatalogue sample;
  std::string second = kSecond;
  sample.write("cvar.yaml",
               sample.read("cvar.yaml") + second.replace(second.find("cvar-num"), 8, "cvar.num"));
  EXPECT_THAT(sample.findings(), ElementsAre(HasSubstr("id 'cvar.num' is taken")));
}

TEST(Lint, AcceptsASecondClause) {
  SampleCatalogue sample;
  std::string second = kSecond;
  sample.write("cvar.yaml",
               sample.read("cvar.yaml") + second.replace(second.find("cvar-num"), 8, "cvar-3.0"));
  EXPECT_THAT(sample.findings(), IsEmpty());
}

class LintId : public ::testing::TestWithParam<const char*> {};

TEST_P(LintId, IsRefused) {
  EXPECT_THAT(after("id: cvar-num", std::string("id: ") + GetParam()),
              ElementsAre(AllOf(StartsWith("cvar.yaml:3:"), HasSubstr("lower-case words"))));
}

INSTANTIATE_TEST_SUITE_P(Malformed, LintId,
                         ::testing::Values("Cvar-num", "cvar_num", "cvar--num", "-cvar", "cvar-",
                                           "3-cvar", "'cvar num'", "cvar-.x"));

TEST(Lint, ReportsAnUnknownLevel) {
  EXPECT_THAT(after("level: must", "level: may"),
              ElementsAre("cvar.yaml:4: cvar-num: unknown level 'may'; known: advice, must, "
                          "quality, should"));
}

TEST(Lint, ReportsAnUnknownRelationToTheDraft) {
  EXPECT_THAT(after("draft2011: same", "draft2011: equal"),
              ElementsAre(StartsWith("cvar.yaml:7: cvar-num: unknown draft2011 'equal'")));
}

TEST(Lint, ReportsAnUnknownVersion) {
  EXPECT_THAT(after("since: '3.1'", "since: '3.5'"),
              ElementsAre(HasSubstr("since: '3.5' is not among the versions of api.yaml"),
                          HasSubstr("has a section for MPI 3.1, where it is no rule")));
}

TEST(Lint, ReportsAnUntilThatIsNotLaterThanSince) {
  EXPECT_THAT(after("since: '3.1'", "since: '3.1'\n  until: '3.1'"),
              ::testing::Contains("cvar.yaml:6: cvar-num: until must be later than since"));
}

TEST(Lint, ReportsAMissingSection) {
  EXPECT_THAT(after(", '4.0': 15.3.6", ""),
              ElementsAre("cvar.yaml:3: cvar-num: has no section for MPI 4.0"));
}

TEST(Lint, ReportsASectionOutsideTheRange) {
  EXPECT_THAT(after("{'3.1'", "{'3.0': 14.3.6, '3.1'"),
              ElementsAre(HasSubstr("has a section for MPI 3.0, where it is no rule")));
}

TEST(Lint, ReportsAnUnknownFunction) {
  EXPECT_THAT(after("[MPI_T_cvar_get_num]", "[MPI_T_cvar_get_nun]"),
              ElementsAre("cvar.yaml:8: cvar-num: 'MPI_T_cvar_get_nun' is no name of api.yaml"));
}

TEST(Lint, AcceptsAPatternThatMatches) {
  EXPECT_THAT(after("[MPI_T_cvar_get_num]", "[MPI_T_cvar_*, MPI_Pcontrol]"), IsEmpty());
}

TEST(Lint, ReportsAPatternThatMatchesNothing) {
  EXPECT_THAT(after("[MPI_T_cvar_get_num]", "[MPI_T_pvar_*]"),
              ElementsAre(HasSubstr("'MPI_T_pvar_*' is no name")));
}

TEST(Lint, ReportsAClauseWithoutFunctions) {
  EXPECT_THAT(after("[MPI_T_cvar_get_num]", "[]"), ElementsAre(HasSubstr("names no function")));
}

TEST(Lint, ReportsAnUnknownCode) {
  EXPECT_THAT(after("[MPI_SUCCESS]", "[MPI_ERR_ARG]"),
              ElementsAre("cvar.yaml:11: cvar-num: 'MPI_ERR_ARG' is no return code of api.yaml"));
}

TEST(Lint, ReportsAnUnknownAmbiguity) {
  EXPECT_THAT(after("  codes:", "  ambiguity: A9\n  accept: [all]\n  codes:"),
              ElementsAre("cvar.yaml:11: cvar-num: ambiguity 'A9' is not in ambiguities.yaml"));
}

TEST(Lint, ReportsAnAmbiguityWithoutAccept) {
  EXPECT_THAT(after("  codes:", "  ambiguity: A1\n  codes:"),
              ElementsAre(HasSubstr("list in 'accept' what we accept")));
}

TEST(Lint, ReportsTwoReasonsWhereOneIsEnough) {
  EXPECT_THAT(after("  codes:", "  untested: No.\n  no_fault: No.\n  codes:"),
              ElementsAre("cvar.yaml:12: cvar-num: is untested, so it needs no 'no_fault'"));
}

TEST(Lint, ReportsAMustWithoutObserve) {
  EXPECT_THAT(after("  observe: Call it.\n", ""), ElementsAre(HasSubstr("has no observe")));
}

TEST(Lint, ReportsAClauseWithoutRule) {
  EXPECT_THAT(after("  rule: The number is reported.\n", ""),
              ElementsAre(HasSubstr("has no rule")));
}

TEST(Lint, ReportsAQualityClauseWithoutReason) {
  EXPECT_THAT(after("level: must", "level: quality"),
              ElementsAre(HasSubstr("say in its note why the check may be skipped")));
}

TEST(Lint, ReportsAUserRuleWithoutReasonForHavingNoTest) {
  EXPECT_THAT(after("  codes:", "  actor: user\n  codes:"),
              ElementsAre(HasSubstr("binds the user, not the library")));
}

TEST(Lint, ReportsAnAmbiguityWithOneReading) {
  EXPECT_THAT(after("[one thing, another thing]", "[one thing]", "ambiguities.yaml"),
              ElementsAre(HasSubstr("needs at least two readings")));
}

TEST(Lint, ReportsAPrototypeOfAnotherName) {
  EXPECT_THAT(after("int MPI_T_finalize(void)", "int MPI_T_finalise(void)", "api.yaml"),
              ElementsAre(StartsWith("api.yaml:10: MPI_T_finalize: prototype must be")));
}

TEST(Lint, ReportsAnUnknownKindOfConstant) {
  EXPECT_THAT(after("kind: return_code, since: '3.1'", "kind: error, since: '3.1'", "api.yaml"),
              ::testing::Contains(HasSubstr("unknown kind 'error'")));
}

TEST(Lint, ReportsANameThatStandsTwice) {
  EXPECT_THAT(after("name: MPI_T_enum", "name: MPI_T_finalize", "api.yaml"),
              ElementsAre(HasSubstr("MPI_T_finalize stands twice in api.yaml")));
}

TEST(Lint, CollectsEveryFinding) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "level: must", "level: may");
  sample.replace("cvar.yaml", "[MPI_SUCCESS]", "[MPI_ERR_ARG]");
  EXPECT_EQ(sample.findings().size(), 2u);
}

}  // namespace
}  // namespace mpitcheck::clausegen

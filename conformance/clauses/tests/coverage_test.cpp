// SPDX-License-Identifier: BSD-3-Clause
// Clauses without a test, tests without a clause, and reasons that have gone stale.
#include "coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "load.hpp"
#include "sample_catalogue.hpp"

namespace mpitcheck::clausegen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> messages(SampleCatalogue& sample, const std::string& list) {
  sample.write("list.json", list);
  std::vector<Diagnostic> diagnostics;
  const Catalogue catalogue = load(sample.folder(), diagnostics);
  check_coverage(catalogue, {sample.folder() / "list.json"}, diagnostics);
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : diagnostics) result.push_back(diagnostic.message);
  return result;
}

constexpr const char* kCited = R"([{"name":"a.b.c","clauses":["cvar-num"],"np":1}])";

TEST(Coverage, AcceptsAMustClauseWithATest) {
  SampleCatalogue sample;
  EXPECT_THAT(messages(sample, kCited), IsEmpty());
}

TEST(Coverage, ReportsAMustClauseWithoutATest) {
  SampleCatalogue sample;
  EXPECT_THAT(messages(sample, "[]"),
              ElementsAre(HasSubstr("cvar-num: must clause without a test")));
}

TEST(Coverage, AcceptsAClauseBelowMustWithoutATest) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "level: must", "level: should");
  EXPECT_THAT(messages(sample, "[]"), IsEmpty());
}

TEST(Coverage, AcceptsAReasonForHavingNoTest) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  codes:", "  untested: Nobody can.\n  codes:");
  EXPECT_THAT(messages(sample, "[]"), IsEmpty());
}

TEST(Coverage, ReportsAReasonThatHasGoneStale) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  codes:", "  untested: Nobody can.\n  codes:");
  EXPECT_THAT(messages(sample, kCited), ElementsAre(HasSubstr("remove 'untested'")));
}

TEST(Coverage, ReportsACitedClauseThatDoesNotExist) {
  SampleCatalogue sample;
  EXPECT_THAT(messages(sample, R"([{"clauses":["cvar-num","cvar-gone"]}])"),
              ElementsAre(HasSubstr("'cvar-gone', which is not in the catalogue")));
}

TEST(Coverage, ReportsAListThatIsNoArray) {
  SampleCatalogue sample;
  EXPECT_THAT(messages(sample, R"({"clauses":[]})"),
              ElementsAre(HasSubstr("not the array"), HasSubstr("without a test")));
}

TEST(Coverage, ReportsAListThatIsTruncated) {
  SampleCatalogue sample;
  EXPECT_THAT(messages(sample, R"([{"clauses":["cvar-num")"),
              ElementsAre(HasSubstr("not a list of tests"), HasSubstr("without a test")));
}

}  // namespace
}  // namespace mpitcheck::clausegen

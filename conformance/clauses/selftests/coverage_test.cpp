// SPDX-License-Identifier: BSD-3-Clause
// Clauses without a test or a fault, tests without a clause, and reasons that have gone stale.
#include "conformance/clauses/clausegen/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/clauses/clausegen/load.hpp"
#include "conformance/clauses/selftests/sample_catalogue.hpp"

namespace mpitcheck::clausegen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Check>
std::vector<std::string> messages_of(SampleCatalogue& sample, const std::string& list,
                                     const Check& check) {
  sample.write("list.json", list);
  std::vector<Diagnostic> diagnostics;
  check(load(sample.folder(), diagnostics), sample.folder() / "list.json", diagnostics);
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : diagnostics) result.push_back(diagnostic.message);
  return result;
}

std::vector<std::string> messages(SampleCatalogue& sample, const std::string& list) {
  return messages_of(sample, list, [](const auto& catalogue, const auto& file, auto& diagnostics) {
    check_tests(catalogue, {file}, diagnostics);
  });
}

std::vector<std::string> fault_messages(SampleCatalogue& sample, const std::string& list) {
  return messages_of(sample, list, check_faults);
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
              ElementsAre(HasSubstr("not what a test program"), HasSubstr("without a test")));
}

TEST(FaultCoverage, AcceptsAClauseWithAFault) {
  SampleCatalogue sample;
  EXPECT_THAT(fault_messages(sample, kCited), IsEmpty());
}

TEST(FaultCoverage, ReportsAClauseAboveAdviceWithoutAFault) {
  SampleCatalogue sample;
  EXPECT_THAT(fault_messages(sample, "[]"),
              ElementsAre(HasSubstr("cvar-num: must clause without a fault")));
  sample.replace("cvar.yaml", "level: must", "level: should");
  EXPECT_THAT(fault_messages(sample, "[]"),
              ElementsAre(HasSubstr("cvar-num: should clause without a fault")));
  sample.replace("cvar.yaml", "level: should", "level: advice");
  EXPECT_THAT(fault_messages(sample, "[]"), IsEmpty());
}

TEST(FaultCoverage, AcceptsEitherReasonForHavingNone) {
  for (const char* reason : {"untested", "no_fault"}) {
    SampleCatalogue sample;
    sample.replace("cvar.yaml", "  codes:", std::string("  ") + reason + ": Nobody can.\n  codes:");
    EXPECT_THAT(fault_messages(sample, "[]"), IsEmpty()) << reason;
  }
}

TEST(FaultCoverage, ReportsAReasonThatHasGoneStale) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  codes:", "  no_fault: Nobody can.\n  codes:");
  EXPECT_THAT(fault_messages(sample, kCited), ElementsAre(HasSubstr("remove 'no_fault'")));
}

TEST(FaultCoverage, ReportsAListThatIsNone) {
  SampleCatalogue sample;
  EXPECT_THAT(
      fault_messages(sample, "{}"),
      ElementsAre(HasSubstr("not the array that bin/faults prints"), HasSubstr("without a fault")));
}

}  // namespace
}  // namespace mpitcheck::clausegen

// SPDX-License-Identifier: BSD-3-Clause
// What is not survived in signal handlers, as the Markdown summary has it.
#include "ci/mpitcheck/report/verdicts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck::report {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

RunReport with_outcomes() {
  RunReport report = samples::plausible();
  TestResult& first = report.tests.front();
  const std::string& clause = first.clauses.front();
  first.behaviours = {{clause, "MPI_T_pvar_read in a signal handler", "survived 7 deliveries"},
                      {clause, "something else", "nobody asks"}};
  TestResult& last = report.tests.back();
  last.behaviours = {{clause, "MPI_T_pvar_read in a signal handler", "deadlocked | <b>"},
                     {clause, "MPI_T_pvar_stop in a signal handler", "not tried, missing: a pvar"}};
  return report;
}

TEST(Capabilities, AreThoseThatTellSomething) {
  const auto rows = capabilities(with_outcomes());
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].target, "openmpi");
  EXPECT_EQ(rows[0].function, "MPI_T_pvar_read");
  EXPECT_EQ(rows[0].outcome, "deadlocked | <b>");
  EXPECT_THAT(capabilities(samples::plausible()), IsEmpty());
}

TEST(Capabilities, AreShownEscaped) {
  const std::string markdown_page = to_markdown(with_outcomes());
  EXPECT_THAT(markdown_page, HasSubstr("## Not survived in signal handlers"));
  EXPECT_THAT(markdown_page, Not(HasSubstr("survived 7 deliveries")));
  EXPECT_THAT(markdown_page, Not(HasSubstr("deadlocked | <b>")));
  EXPECT_THAT(to_markdown(samples::plausible()), Not(HasSubstr("signal handlers")));
}

}  // namespace
}  // namespace mpitcheck::report

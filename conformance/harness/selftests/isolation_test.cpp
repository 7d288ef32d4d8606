// SPDX-License-Identifier: BSD-3-Clause
// each_isolated: a crash costs the item that caused it, nothing else.
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/selftests/fixture.hpp"
#include "conformance/harness/test/run_test.hpp"

namespace mpitcheck {
namespace {

TEST(Isolation, CountsWhatTheChildExamined) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(10), [&](const Item&) {
    test->check(must(), "subject", in_words("", true, "expected", "actual"));
  });
  EXPECT_EQ(test->tallies().front().examined, 10U);
  EXPECT_EQ(verdict_of(*test), Verdict::pass);
}

TEST(Isolation, CrashCostsItsItemOnly) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(10), [&](const Item& item) {
    if (item.number == 3 || item.number == 7) std::raise(SIGSEGV);
    test->check(must(), "subject", in_words("", true, "expected", "actual"));
  });
  EXPECT_EQ(test->tallies().front().examined, 10U);
  EXPECT_EQ(test->tallies().front().offenders, 2U);
  ASSERT_EQ(test->offences().size(), 2U);
  EXPECT_EQ(test->offences()[0].subject, "item 3");
  EXPECT_EQ(verdict_of(*test), Verdict::crash);
}

TEST(Isolation, OffencesOfTheChildReachTheParent) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(3), [&](const Item& item) {
    test->check(must(), item, in_words("", item.number != 1, "expected", "actual"));
  });
  ASSERT_EQ(test->offences().size(), 1U);
  EXPECT_EQ(test->offences()[0].subject, "item 1");
  EXPECT_EQ(verdict_of(*test), Verdict::fail);
}

TEST(Isolation, StateOfTheChildIsGone) {
  TestUnderTest test({must()});
  int state = 0;
  test->each_isolated(must(), items(3), [&](const Item&) { ++state; });
  EXPECT_EQ(state, 0);
}

TEST(Isolation, BodyThatExitsIsAnOffender) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(1), [](const Item&) { std::_Exit(0); });
  ASSERT_EQ(test->offences().size(), 1U);
  EXPECT_EQ(test->offences()[0].subject, "item 0");
}

TEST(Isolation, AnExitInACallIsNoFaultOfOurs) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(1), [](const Item&) {
    Recorder::instance().call_begins("MPI_T_x()");
    std::_Exit(child_threw);
  });
  ASSERT_EQ(test->offences().size(), 1U);
  EXPECT_EQ(test->offences()[0].actual, "exit status 99 in MPI_T_x()");
}

TEST(Isolation, ChildThatCannotReportEndsAtOnce) {
  TestUnderTest test({must()});
  void* const memory =
      ::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int& bodies = *static_cast<int*>(memory);
  test->each_isolated(must(), items(4), [&](const Item&) {
    ++bodies;
    for (int file = 3; file < 1024; ++file) ::close(file);
  });
  EXPECT_EQ(bodies, 4);
  EXPECT_EQ(test->tallies().front().offenders, 4U);
  ::munmap(memory, sizeof(int));
}

TEST(Child, OutputOfACrashedChildIsKept) {
  const ChildResult result = in_child([](int out) {
    (void)!::write(out, "before", 6);
    std::raise(SIGABRT);
  });
  EXPECT_EQ(result.signal, SIGABRT);
  EXPECT_EQ(result.output, "before");
  EXPECT_EQ(signal_name(result.signal), "SIGABRT");
}

}  // namespace
}  // namespace mpitcheck

// SPDX-License-Identifier: BSD-3-Clause
// each_isolated: a crash costs only the item that caused it.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

/// The file to which a forked child reports, found in the way of a library that writes to any file.
int report_file() {
  for (int file = 3; file < 4096; ++file) {
    std::error_code closed;
    const auto target = std::filesystem::read_symlink(join("/proc/self/fd/", file), closed);
    if (!closed && target.string().find("mpitcheck-child") != std::string::npos) return file;
  }
  return -1;
}

TEST(Isolation, CountsWhatTheChildExamined) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(10), [&](const Item&) {
    test->check(must(), "subject", is_observed("", true, "expected", "actual"));
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 10U);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::pass);
}

TEST(Isolation, CrashLosesOnlyItsItem) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(10), [&](const Item& item) {
    if (item.number == 3 || item.number == 7) die_in_a_call(SIGSEGV);
    test->check(must(), "subject", is_observed("", true, "expected", "actual"));
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 10U);
  EXPECT_EQ(test->outcome().tallies.front().offenders, 2U);
  ASSERT_EQ(test->outcome().offences.size(), 2U);
  EXPECT_EQ(test->outcome().offences[0].subject, "item 3");
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::crash);
}

TEST(Isolation, DeathsStateTheirCondition) {
  TestUnderTest test({must()});
  for (const char* condition : {"another thread level", ""}) {
    test->examining(must(), *condition == '\0' ? std::nullopt
                                               : std::optional(Condition{"f", "out", condition}));
    test->each_isolated(must(), items(1), [](const Item&) { die_in_a_call(SIGSEGV); });
  }
  ASSERT_EQ(test->outcome().offences.size(), 2U);
  const auto& with = test->outcome().offences[0].fact;
  const auto& without = test->outcome().offences[1].fact;
  ASSERT_TRUE(with && with->given && without);
  EXPECT_EQ(with->given->value, "another thread level");
  EXPECT_FALSE(without->given);
}

TEST(Isolation, UnexpectedSuccessEndsTheTest) {
  EXPECT_THROW(require_refusal("a surplus call", MPI_SUCCESS), CannotGoOn);
  EXPECT_NO_THROW(require_refusal("a surplus call", MPI_T_ERR_NOT_INITIALIZED));
}

TEST(Isolation, OffencesOfTheChildReachTheParent) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(3), [&](const Item& item) {
    test->check(must(), item, is_observed("", item.number != 1, "expected", "actual"));
  });
  ASSERT_EQ(test->outcome().offences.size(), 1U);
  EXPECT_EQ(test->outcome().offences[0].subject, "item 1");
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::fail);
}

TEST(Isolation, StateOfTheChildIsDiscarded) {
  TestUnderTest test({must()});
  int state = 0;
  test->each_isolated(must(), items(3), [&](const Item&) { ++state; });
  EXPECT_EQ(state, 0);
}

TEST(Isolation, DeathWithoutACallInProgressLosesTheItem) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(3), [&](const Item& item) {
    Recorder::instance().call_begins("MPI_T_x()");
    Recorder::instance().call_ends("MPI_T_x", "MPI_T_x()", MPI_SUCCESS);
    if (item.number == 1) std::raise(SIGSEGV);
    test->check(must(), "subject", is_observed("", true, "expected", "actual"));
  });
  EXPECT_TRUE(test->outcome().offences.empty());
  EXPECT_EQ(test->outcome().tallies.front().examined, 2U);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::inconclusive);
  ASSERT_EQ(test->outcome().lost.size(), 1U);
  EXPECT_EQ(test->outcome().lost[0],
            "the test's own code ends the process (SIGSEGV; no MPI_T call in progress), after "
            "MPI_T_x returned");
}

TEST(Isolation, LossesInAGrandchildAreReported) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(1), [&](const Item&) {
    test->each_isolated(must(), items(1), [](const Item&) { std::raise(SIGSEGV); });
  });
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::inconclusive);
}

TEST(Isolation, DeathInAnotherMpiFunctionIsInconclusive) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(2), [&](const Item& item) {
    if (item.number == 0) die_in_a_call(SIGSEGV, "MPI_Comm_spawn(env, 1)");
    test->check(must(), "subject", is_observed("", true, "expected", "actual"));
  });
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::inconclusive);
  ASSERT_EQ(test->outcome().lost.size(), 1U);
  EXPECT_EQ(test->outcome().lost[0],
            "MPI_Comm_spawn ends the process (SIGSEGV; no MPI_T call in progress)");
}

TEST(Isolation, UnimplementedFunctionIsMissing) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(1), [](const Item&) {
    Recorder::instance().call_begins("MPI_Comm_spawn(env, 1)");
    std::_Exit(6);
  });
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::vacuous);
  ASSERT_EQ(test->outcome().missing.size(), 1U);
  EXPECT_EQ(test->outcome().missing[0], "MPI_Comm_spawn (here it ends the process: exit status 6)");
}

TEST(Isolation, ExitInsideACallIsAnOffence) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(1), [](const Item&) {
    Recorder::instance().call_begins("MPI_T_x()");
    std::_Exit(child_threw);
  });
  ASSERT_EQ(test->outcome().offences.size(), 1U);
  EXPECT_EQ(test->outcome().offences[0].actual, "exit status 99 in MPI_T_x()");
}

TEST(Isolation, ClosedResultFileIsReopened) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(4), [&](const Item& item) {
    for (int file = 3; file < 1024; ++file) ::close(file);
    test->check(must(), item, is_observed("", item.number != 2, "expected", "actual"));
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 4U);
  ASSERT_EQ(test->outcome().offences.size(), 1U);
  EXPECT_EQ(test->outcome().offences[0].subject, "item 2");
}

TEST(Isolation, OutputOfTheLibraryIsIgnored) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(3), [&](const Item& item) {
    constexpr std::string_view lines =
        "{}\n[]\nnull\n{\"item\":0}\n"
        "{\"item\":\"a\",\"missing\":1,\"lost\":2,\"offences\":3,\"codes\":4}\n"
        "{\"item\":0,\"missing\":[],\"lost\":[],\"offences\":[{}],\"codes\":{}}\n";
    if (item.number == 0) {
      ASSERT_EQ(::write(report_file(), lines.data(), lines.size()), ssize_t(lines.size()));
    }
    test->check(must(), item, is_observed("", item.number != 1, "expected", "actual"));
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 3U);
  ASSERT_EQ(test->outcome().offences.size(), 1U);
  EXPECT_EQ(test->outcome().offences[0].subject, "item 1");
}

TEST(Isolation, ImpossibleItemCountIsRejected) {
  TestUnderTest test({must()});
  test->each_isolated(must(), items(3), [&](const Item& item) {
    if (item.number == 1) {
      constexpr std::uint64_t finished = 1000;
      ASSERT_EQ(::pwrite(report_file(), &finished, sizeof finished, 0), ssize_t(sizeof finished));
      die_in_a_call(SIGSEGV);
    }
    test->check(must(), item, is_observed("", true, "expected", "actual"));
  });
  ASSERT_EQ(test->outcome().offences.size(), 2U);
  EXPECT_EQ(test->outcome().offences[0].subject,
            "item 0");  // it has not reported the end of the item
  EXPECT_EQ(test->outcome().offences[1].subject, "item 1");
}

TEST(Probe, OutputOfTheLibraryIsIgnored) {
  const auto answers = probe_each(3, [](std::size_t number) {
    constexpr std::string_view lines = "hello\nMPI_T_x hello\n99999999999999999999\n7 up\n";
    const auto written = ::write(report_file(), lines.data(), lines.size());
    return written == ssize_t(lines.size()) ? static_cast<int>(number) : -1;
  });
  EXPECT_EQ(answers, (std::vector<std::optional<int>>{0, 1, 2}));
}

TEST(Isolation, ChildThatCannotReportExitsImmediately) {
  TestUnderTest test({must()});
  void* const memory =
      ::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int& bodies = *static_cast<int*>(memory);
  test->each_isolated(must(), items(4), [&](const Item&) {
    ++bodies;
    const int another = ::open("/dev/null", O_RDWR);
    for (int file = another + 1; file < 1024; ++file) ::dup2(another, file);
  });
  EXPECT_EQ(bodies, 4);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::inconclusive);
  ::munmap(memory, sizeof(int));
}

TEST(Isolation, DeathIsSeenWhenSigchldIsIgnored) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const ChildResult child = in_child([](int) { std::raise(SIGSEGV); });
  EXPECT_EQ(child.signal, SIGSEGV);
  EXPECT_EQ(std::signal(SIGCHLD, before), SIG_IGN);
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

// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/harness/process/stacks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpitcheck::evidence {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Stacks, FramesHaveNamesAndLibraries) {
  const Stacks stacks = parse_stacks(
      "PID 7 - process\nTID 7:\n"
      "#0  0x00007fcaba0a412b __GI___lll_lock_wait - /usr/lib/libc.so.6\n"
      "#1  0x00007fcaba0aa482 __pthread_mutex_lock@GLIBC_2.2.5 - /usr/lib/libc.so.6\n"
      "#2  0x00007fcaba0aa483 - /usr/lib/libmpi.so.40.30.4\n"
      "#3  0x00005652fe83d1b6 void mpitcheck::(anonymous namespace)::Job<int, std::less<int> "
      ">::take("
      "std::function<void (int)> const&) const - /opt/my test\n"
      "#4  0x00005652fe83d1b7 mpitcheck::(anonymous "
      "namespace)::body(int)::{lambda()#1}::operator()("
      ") const - /opt/my test\n"
      "#5  0x00005652fe83d1b8 std::function<void ()>::operator()() const - /opt/my test\n"
      "#6  0x00005652fe83d1b9 mpitcheck::run_test(mpitcheck::TestInfo const&) - /opt/my test\n"
      "#7  0x00005652fe83d1ba main - /opt/my test\n"
      "TID 9:\n"
      "#0  0x00007fcaba0a412c __poll - /usr/lib/libc.so.6\n"
      "#1  0x00007fcaba1278ec __clone3 - /usr/lib/libc.so.6\n");
  ASSERT_THAT(stacks.threads, SizeIs(2));
  EXPECT_EQ(stacks.threads[0].process, 7);
  EXPECT_EQ(stacks.threads[1].process, 7);
  EXPECT_THAT(stacks.threads[0].frames,
              ElementsAre("__lll_lock_wait (libc.so.6)", "__pthread_mutex_lock (libc.so.6)",
                          "? (libmpi.so.40.30.4)", "mpitcheck::Job::take", "mpitcheck::body"));
  EXPECT_THAT(stacks.threads[1].frames, ElementsAre("__poll (libc.so.6)"));
  EXPECT_EQ(stacks.problem, "");
}

TEST(Stacks, NamesArePlain) {
  const std::pair<std::string, std::string> names[] = {
      {"int Job::operator()(int) const", "int Job::operator()"},
      {"f[abi:cxx11](int)", "f"},
      {"void f<a<b>>()", "f"},
      {"{lambda()#1}::f()", "::f"}};
  for (const auto& [name, plain] : names) {
    EXPECT_THAT(parse_stacks("TID 1:\n#0 0x1 " + name + "\n").threads.at(0).frames,
                ElementsAre(plain));
  }
}

TEST(Stacks, MissingStacksHaveAReason) {
  EXPECT_THAT(
      parse_stacks("eu-stack: dwfl_linux_proc_attach pid 1: Operation not permitted").problem,
      HasSubstr("ptrace is refused"));
  EXPECT_THAT(
      parse_stacks("mpitcheck: eu-stack does not start: No such file or directory\n").problem,
      HasSubstr("install the package elfutils"));
  EXPECT_EQ(parse_stacks("mpitcheck: the stacks took too long\n").problem,
            "the stacks took too long");
}

TEST(Stacks, ArbitraryOutputIsBounded) {
  std::string printed = "PID 7 - process\n";
  for (int thread = 0; thread < 1000; ++thread) {
    printed += "TID 8:\n";
    for (int frame = 0; frame < 40; ++frame) printed += "#1 0x1 f" + std::string(1000, 'x') + "\n";
  }
  const Stacks stacks = parse_stacks(printed);
  EXPECT_THAT(stacks.threads, SizeIs(64));
  EXPECT_THAT(stacks.threads.back().frames, SizeIs(25));
  EXPECT_THAT(stacks.threads.back().frames.front(), SizeIs(120));
  EXPECT_EQ(stacks.threads.back().frames.back(), "(16 more)");
  EXPECT_THAT(stacks.problem, HasSubstr("more threads"));
  EXPECT_THAT(parse_stacks("#0\n#0 0x\nTID\nTID :\n#0 0x1\n# 0x1 <<((\n\n").threads, SizeIs(1));
  EXPECT_THAT(parse_stacks("").threads, IsEmpty());
}

}  // namespace
}  // namespace mpitcheck::evidence

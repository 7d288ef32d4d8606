// SPDX-License-Identifier: BSD-3-Clause
// Globs and shell words.
#include "ci/mpitcheck/judge/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(glob_match("cvar.*", "cvar.read.value"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("pvar.?[a-c]", "pvar.xb"));
  EXPECT_FALSE(glob_match("cvar", "cvar.read"));
  EXPECT_FALSE(glob_match("cvar.*", "Cvar.read"));
  EXPECT_TRUE(glob_match("a\\*", "a*"));
  EXPECT_FALSE(glob_match("a\\*", "ab"));
}

TEST(SplitWords, FollowsTheShell) {
  EXPECT_THAT(split_words("mpiexec -n {np}"), ElementsAre("mpiexec", "-n", "{np}"));
  EXPECT_THAT(split_words("  a 'b c'\t\"d \\\" e\" f\\ g '' "),
              ElementsAre("a", "b c", "d \" e", "f g", ""));
  EXPECT_THAT(split_words(" "), IsEmpty());
  EXPECT_THROW(split_words("a 'b"), UserError);
}

TEST(ShellQuoted, GivesBackTheSameWord) {
  for (const char* word : {"plain.test", "", "a b", "it's", "$HOME `x` \\", "a\nb", "*"}) {
    EXPECT_THAT(split_words(shell_quoted(word)), ElementsAre(word));
  }
  EXPECT_EQ(shell_quoted("build/mpich"), "build/mpich");
  EXPECT_EQ(shell_quoted("cvar.*"), "'cvar.*'");
}

TEST(SignalName, KnowsNamesAndNumbers) {
  EXPECT_EQ(signal_name(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(signal_name(SIGABRT), "SIGABRT");
  EXPECT_EQ(signal_name(200), "signal 200");
}

}  // namespace
}  // namespace mpitcheck

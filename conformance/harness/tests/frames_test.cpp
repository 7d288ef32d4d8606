// SPDX-License-Identifier: BSD-3-Clause
// A fault is recorded with its frames in the library, and still ends the process as usual.
#include "conformance/harness/process/frames.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "conformance/harness/process/child.hpp"
#include "mpitcheck/records.hpp"

extern "C" {
int faulty_store(int* place);
void faulty_end();
}

namespace mpitcheck {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;

constexpr int its_own = 77;

TEST(Frames, NameTheFunctionThatFaults) {
  const ChildResult child = in_child([](int) { faulty_store(nullptr); });
  EXPECT_EQ(child.signal, SIGSEGV);
  EXPECT_THAT(
      child.frames,
      ElementsAre(MatchesRegex("libfaulty_library.so.0x[0-9a-f]+ faulty_store.0x[0-9a-f]+")));
}

TEST(Frames, NameTheFunctionThatEndsTheProcess) {
  const ChildResult child = in_child([](int) { faulty_end(); });
  EXPECT_EQ(child.signal, SIGABRT);
  EXPECT_THAT(child.frames,
              ElementsAre(MatchesRegex("libfaulty_library.so.0x[0-9a-f]+ faulty_end.0x[0-9a-f]+")));
}

TEST(Frames, ExcludeFramesOfTheHarness) {
  const ChildResult child = in_child([](int) { std::raise(SIGFPE); });
  EXPECT_EQ(child.signal, SIGFPE);
  EXPECT_THAT(child.frames, ElementsAre(no_library_frame));
}

TEST(Frames, KeepSignalHandlersOfOthers) {
  const ChildResult child = in_child([](int) {
    std::signal(SIGSEGV, [](int) { ::_exit(its_own); });
    protocol::PageFrames room{};
    leave_frames_in(room);
    faulty_store(nullptr);
  });
  EXPECT_EQ(child.exit_code, its_own);
  EXPECT_THAT(child.frames, IsEmpty());
}

}  // namespace
}  // namespace mpitcheck

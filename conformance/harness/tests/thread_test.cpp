// SPDX-License-Identifier: BSD-3-Clause
// Threads of the harness.
#include "conformance/harness/process/thread.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <stdexcept>
#include <vector>

namespace mpitcheck {
namespace {

TEST(Thread, HasAnIdOfItsOwn) {
  ThreadId other = this_thread();
  Thread([&] { other = this_thread(); }).join();
  EXPECT_NE(other, this_thread());
}

TEST(Thread, ThrowsWhatItsBodyThrew) {
  Thread thread([] { throw std::runtime_error("of the body"); });
  EXPECT_THROW(thread.join(), std::runtime_error);
}

TEST(Thread, HasTheRequestedStackSize) {
  constexpr std::size_t wanted = 256 * 1024;
  std::size_t size = 0;
  Thread(
      [&] {
        pthread_attr_t attributes;
        ::pthread_getattr_np(::pthread_self(), &attributes);
        ::pthread_attr_getstacksize(&attributes, &size);
        ::pthread_attr_destroy(&attributes);
      },
      wanted)
      .join();
  EXPECT_EQ(size, wanted);
}

TEST(Together, RunsEachAndRethrowsTheFirstException) {
  std::vector<int> ran(4);
  together(4, [&](int i) { ran[static_cast<std::size_t>(i)] = i + 1; });
  EXPECT_EQ(ran, (std::vector{1, 2, 3, 4}));
  EXPECT_THROW(together(3,
                        [](int i) {
                          if (i == 1) throw std::runtime_error("of one");
                        }),
               std::runtime_error);
}

TEST(Mutex, ExcludesOthers) {
  constexpr int rounds = 10'000;
  Mutex mutex;
  int sum = 0;
  together(4, [&](int) {
    for (int i = 0; i < rounds; ++i) {
      const Lock lock(mutex);
      ++sum;
    }
  });
  EXPECT_EQ(sum, 4 * rounds);
}

}  // namespace
}  // namespace mpitcheck

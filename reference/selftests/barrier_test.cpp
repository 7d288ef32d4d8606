// SPDX-License-Identifier: BSD-3-Clause
// The two halves of memory barriers, also where the kernel refuses its part.
#include "reference/engine/core/barrier.hpp"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace mpit {
namespace {

// Two threads that each store to a word and, behind a barrier, load the other's, some thousand
// times at least, and then for some time: where others want the processors too, each round is a
// wait. Returns how often neither saw the other: never, if the barriers are one.
template <class Here, class There>
int both_missed(Here here, There there) {
  constexpr int least_rounds = 5'000;
  constexpr int most_rounds = 200'000;
  const auto enough = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  struct alignas(128) Word {
    std::atomic<int> value{0};
  };
  std::array<Word, 2> words;
  std::array<Word, 2> seen;
  std::array<Word, 2> arrived;
  std::atomic<int> last{most_rounds};
  int missed = 0;
  const auto meet = [&](std::size_t me, int round) {
    arrived[me].value.store(round, std::memory_order_release);
    for (int spins = 0; arrived[1 - me].value.load(std::memory_order_acquire) < round; ++spins) {
      if (spins > 1000) std::this_thread::yield();
    }
  };
  const auto pass = [&](std::size_t me, auto barrier) {
    std::atomic<int>& mine = words[me].value;
    const std::atomic<int>& theirs = words[1 - me].value;
    for (int round = 1; round <= last.load(std::memory_order_relaxed); ++round) {
      mine.store(0, std::memory_order_relaxed);
      meet(me, 2 * round - 1);
      // At hand, so that the load below need not wait while the store does; a little later each
      // time, since one of the two leaves first.
      for (int looks = me == 0 ? round % 32 : 0; looks >= 0; --looks)
        static_cast<void>(theirs.load(std::memory_order_relaxed));
      mine.store(1, std::memory_order_relaxed);
      barrier();
      seen[me].value.store(theirs.load(std::memory_order_relaxed), std::memory_order_relaxed);
      if (me == 0 && round >= least_rounds && std::chrono::steady_clock::now() > enough) {
        last.store(round, std::memory_order_relaxed);
      }
      meet(me, 2 * round);
      if (me == 0 && seen[0].value == 0 && seen[1].value == 0) ++missed;
    }
  };
  std::thread other([&] { pass(1, there); });
  pass(0, here);
  other.join();
  return missed;
}

// False if filters cannot be had here.
bool refuse(unsigned system_call) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, system_call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{std::size(program), program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// For children of the test: says how often both missed, and ends.
[[noreturn]] void report(int missed) {
  std::fprintf(stderr, "missed %d times\n", missed);
  std::_Exit(missed == 0 ? 0 : 1);
}

TEST(BarrierTest, WhoPassesTheLightHalfIsSeenByWhoPassesTheHeavyOne) {
  prepare_barriers();
  EXPECT_EQ(both_missed(light_barrier, heavy_barrier), 0);
}

// In processes of their own: filters stay.
class RefusedBarrierTest : public testing::Test {
 protected:
  RefusedBarrierTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void SetUp() override {
    if (prctl(PR_GET_SECCOMP) < 0)
      GTEST_SKIP() << "no filters of system calls in this kernel, or emulator";
  }
};

TEST_F(RefusedBarrierTest, FromTheBeginning) {
  EXPECT_EXIT(
      {
        if (!refuse(SYS_membarrier)) report(0);
        prepare_barriers();
        if (!detail::light_barriers_fence) report(1);  // something was before the filter
        report(both_missed(light_barrier, light_barrier) +
               both_missed(light_barrier, heavy_barrier));
      },
      testing::ExitedWithCode(0), "missed 0 times");
}

TEST_F(RefusedBarrierTest, LaterOn) {
  EXPECT_EXIT(
      {
        prepare_barriers();
        if (!refuse(SYS_membarrier)) report(0);
        heavy_barrier();
        report(both_missed(light_barrier, light_barrier) +
               both_missed(light_barrier, heavy_barrier));
      },
      testing::ExitedWithCode(0), "missed 0 times");
}

// Nor may the thread ask where it runs: it stays where it is.
TEST_F(RefusedBarrierTest, LaterOnWithoutGoingRoundTheProcessors) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers ask for it where a thread begins";
#endif
  EXPECT_EXIT(
      {
        prepare_barriers();
        if (!refuse(SYS_sched_getaffinity) || !refuse(SYS_membarrier)) report(0);
        heavy_barrier();
        if (!detail::light_barriers_fence) report(1);
        report(both_missed(light_barrier, light_barrier));
      },
      testing::ExitedWithCode(0), "missed 0 times");
}

}  // namespace
}  // namespace mpit

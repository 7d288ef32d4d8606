// SPDX-License-Identifier: BSD-3-Clause
// The two halves of memory barriers, with and without the kernel's support.
#include "reference/engine/core/barrier.hpp"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "reference/engine/core/thread_words.hpp"
#include "reference/engine/core/visit.hpp"

namespace mpit {
namespace {

// Stores to its own word, passes the barrier, and returns whether the other word was stored. Uses
// builtins, because unoptimized calls of <atomic> take longer than a store needs to be visible.
template <class Barrier>
auto passing(Barrier barrier) {
  return [barrier](int& mine, const int& theirs) {
    __atomic_store_n(&mine, 1, __ATOMIC_RELAXED);
    barrier();
    return __atomic_load_n(&theirs, __ATOMIC_RELAXED) != 0;
  };
}

// Keeps the calling thread on the place-th of its processors, if there are so many.
class Pinned {
 public:
  explicit Pinned(std::size_t place) {
    cpu_set_t one;
    CPU_ZERO(&one);
    for (std::size_t processor = 0; known_ && processor != CPU_SETSIZE; ++processor) {
      if (!CPU_ISSET(processor, &before_) || place-- != 0) continue;
      CPU_SET(processor, &one);
      sched_setaffinity(0, sizeof one, &one);
    }
  }
  ~Pinned() {
    if (known_) sched_setaffinity(0, sizeof before_, &before_);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  cpu_set_t before_{};
  const bool known_ = sched_getaffinity(0, sizeof before_, &before_) == 0;
};

// Two threads repeatedly store a word and look for the store of the other. Returns how often
// neither saw the other, which barriers must prevent. A time limit applies after a minimum of
// rounds, since rounds are slow on a busy machine.
template <class Here, class There>
int both_missed(Here here, There there) {
  constexpr int least_rounds = 5'000;
  constexpr int most_rounds = 50'000;
  const auto enough = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  struct alignas(128) Raced {
    int word = 0;
  };
  struct alignas(128) Word {
    std::atomic<int> value{0};
  };
  std::array<Raced, 2> raced;
  std::array<Word, 2> seen;
  std::array<Word, 2> arrived;
  std::atomic<int> last{most_rounds};
  std::atomic<int> head_start{0};  // of the second thread, in loads: adjusted so that both race
  int missed = 0;
  const auto meet = [&](std::size_t me, int round) {
    arrived[me].value.store(round, std::memory_order_release);
    for (int spins = 0; arrived[1 - me].value.load(std::memory_order_acquire) < round; ++spins) {
      if (spins > 1000) std::this_thread::yield();
    }
  };
  const auto pass = [&](std::size_t me, auto look) {
    const Pinned pinned(me);
    int& mine = raced[me].word;
    const int& theirs = raced[1 - me].word;
    for (int round = 1; round <= last.load(std::memory_order_relaxed); ++round) {
      __atomic_store_n(&mine, 0, __ATOMIC_RELAXED);
      meet(me, 2 * round - 1);
      // Loads the word into the cache, so that the load below is faster than the store.
      const int ahead = head_start.load(std::memory_order_relaxed);
      for (int looks = std::max(me == 0 ? ahead : -ahead, 0) + round % 8; looks >= 0; --looks)
        static_cast<void>(__atomic_load_n(&theirs, __ATOMIC_RELAXED));
      const bool found = look(mine, theirs);
      seen[me].value.store(found ? 1 : 0, std::memory_order_relaxed);
      if (me == 0 && round >= least_rounds && std::chrono::steady_clock::now() > enough) {
        last.store(round, std::memory_order_relaxed);
      }
      meet(me, 2 * round);
      if (me != 0) continue;
      if (seen[0].value == 0 && seen[1].value == 0) ++missed;
      head_start.store(ahead + seen[1].value - seen[0].value, std::memory_order_relaxed);
    }
  };
  std::thread other([&] { pass(1, there); });
  pass(0, here);
  other.join();
  return missed;
}

// Installs a filter that refuses the system call. False if filters are not available.
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

// Ends a child process of the test, with the number of misses as message.
[[noreturn]] void report(int missed) {
  std::fprintf(stderr, "missed %d times\n", missed);
  std::_Exit(missed == 0 ? 0 : 1);
}

TEST(BarrierTest, LightBarrierIsNotAFenceIfTheKernelSendsBarriers) {
  prepare_barriers();
  const auto sends = [](int command) { return ::syscall(SYS_membarrier, command, 0, 0) == 0; };
  EXPECT_NE(detail::light_barriers_fence, sends(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) &&
                                              sends(MEMBARRIER_CMD_PRIVATE_EXPEDITED));
}

TEST(BarrierTest, LightAndHeavyBarriersOrderStoresAndLoads) {
  prepare_barriers();
  EXPECT_EQ(both_missed(passing(light_barrier), passing(heavy_barrier)), 0);
}

// Either the thread that withdraws an object sees a concurrent visit, or the visit does not find
// the object. Otherwise the object would be dismantled during the visit.
TEST(VisitTest, IsSeenByTheWithdrawerOrFindsNothing) {
  prepare_barriers();
  const ThreadWords blocks_of_threads;
  std::atomic<bool> asked{false};
  // Stores that miss the caches delay the visit's own store, which follows them.
  std::vector<char> far(64 << 20);
  std::size_t next = 0;
  const auto withdraws = [&](int& withdrawn, const int&) {
    __atomic_store_n(&withdrawn, 1, __ATOMIC_RELAXED);
    const bool found = !Visit::all_newer_than(Visit::close_epoch());
    asked = true;
    return found;
  };
  const auto visits = [&](int&, const int& withdrawn) {
    for (int stores = 0; stores != 40; ++stores) far[next = (next + 4160) % far.size()] = 1;
    const Visit visit;
    const bool found = __atomic_load_n(&withdrawn, __ATOMIC_RELAXED) != 0;
    while (!asked.exchange(false)) std::this_thread::yield();
    return found;
  };
  EXPECT_EQ(both_missed(withdraws, visits), 0);
}

// Runs in child processes, because a filter cannot be removed.
class RefusedBarrierTest : public testing::Test {
 protected:
  RefusedBarrierTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void SetUp() override {
    if (prctl(PR_GET_SECCOMP) < 0)
      GTEST_SKIP() << "no filters of system calls in this kernel, or emulator";
  }
};

TEST_F(RefusedBarrierTest, MembarrierRefusedFromTheStart) {
  EXPECT_EXIT(
      {
        if (!refuse(SYS_membarrier)) report(0);
        prepare_barriers();
        if (!detail::light_barriers_fence) report(1);  // the barriers were prepared earlier
        report(both_missed(passing(light_barrier), passing(light_barrier)) +
               both_missed(passing(light_barrier), passing(heavy_barrier)));
      },
      testing::ExitedWithCode(0), "missed 0 times");
}

// Whether a heavy barrier restores the thread's affinity after it visited all processors.
bool leaves_the_thread_where_it_was() {
  const Pinned here(0);
  cpu_set_t before;
  cpu_set_t after;
  sched_getaffinity(0, sizeof before, &before);
  heavy_barrier();
  sched_getaffinity(0, sizeof after, &after);
  return CPU_EQUAL(&before, &after);
}

// How often a thread of this process was preempted; -1 if unknown.
long times_preempted(long thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  std::string word;
  long times = -1;
  while (status >> word && word != "nonvoluntary_ctxt_switches:") continue;
  return status >> times ? times : -1;
}

// Whether a heavy barrier preempts a thread that runs on another processor. True if that cannot be
// observed.
bool interrupts_who_runs_elsewhere() {
  std::atomic<long> runner{0};
  std::atomic<bool> stop{false};
  std::thread other([&] {
    const Pinned there(1);
    runner = ::syscall(SYS_gettid);
    while (!stop.load(std::memory_order_relaxed)) continue;
  });
  const Pinned here(0);
  while (runner == 0) std::this_thread::yield();
  const long before = times_preempted(runner);
  heavy_barrier();
  const long after = times_preempted(runner);
  stop = true;
  other.join();
  return before < 0 || after != before || std::thread::hardware_concurrency() < 2;
}

bool holds_in_child(bool (*condition)()) {
  const pid_t child = fork();
  if (child == 0) std::_Exit(condition() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

// Tries again, because a thread that happens to wait for its processor cannot be preempted.
TEST_F(RefusedBarrierTest, MembarrierRefusedLaterInterruptsAllProcessors) {
  const auto interrupts = [] {
    prepare_barriers();
    return !refuse(SYS_membarrier) || interrupts_who_runs_elsewhere();
  };
  bool interrupted = false;
  for (int tries = 0; tries != 10 && !interrupted; ++tries)
    interrupted = holds_in_child(interrupts);
  EXPECT_TRUE(interrupted);
}

TEST_F(RefusedBarrierTest, MembarrierRefusedLater) {
  EXPECT_EXIT(
      {
        prepare_barriers();
        if (!refuse(SYS_membarrier)) report(0);
        if (!leaves_the_thread_where_it_was()) report(1);
        report(both_missed(passing(light_barrier), passing(light_barrier)) +
               both_missed(passing(light_barrier), passing(heavy_barrier)));
      },
      testing::ExitedWithCode(0), "missed 0 times");
}

// Without sched_getaffinity the thread cannot visit processors. It stays on its own.
TEST_F(RefusedBarrierTest, MembarrierAndAffinityRefusedLater) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers ask for it where a thread begins";
#endif
  EXPECT_EXIT(
      {
        prepare_barriers();
        if (!refuse(SYS_sched_getaffinity) || !refuse(SYS_membarrier)) report(0);
        heavy_barrier();
        if (!detail::light_barriers_fence) report(1);
        report(both_missed(passing(light_barrier), passing(light_barrier)));
      },
      testing::ExitedWithCode(0), "missed 0 times");
}

}  // namespace
}  // namespace mpit

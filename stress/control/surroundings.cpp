// SPDX-License-Identifier: BSD-3-Clause
// Thread levels and teams.
#include "stress/control/surroundings.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/names.hpp"
#include "harness/recorder.hpp"
#include "harness/text.hpp"

namespace mpitcheck::stress {

namespace {

// The standard orders the levels.
void require(int level, int granted, std::string_view by) {
  if (granted >= level) return;
  throw CannotGoOn(join(thread_level_name(level), " from ", by, " (it granted ",
                        thread_level_name(granted), ")"));
}

}  // namespace

void tool_for_threads(Test& t, int level) {
  require(level, t.lifecycle().tool_init(level), "MPI_T_init_thread");
  t.enter_phase("before MPI_Init");
}

void mpi_for_threads(Test& t, int level) {
  tool_for_threads(t, level);
  require(level, t.lifecycle().mpi_init_thread(level), "MPI_Init_thread");
  t.enter_phase("after MPI_Init");
}

void team(int threads, std::string_view doing, const std::function<void(int thread)>& body) {
  std::atomic<int> waiting{threads};
  std::mutex mutex;
  std::exception_ptr first;
  const std::string passage = join(threads, " threads: ", doing);
  Recorder::instance().call_begins(passage);
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&, i] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!first) first = std::current_exception();
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  Recorder::instance().passage_ends(passage);
  if (first) std::rethrow_exception(first);
}

}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// exact_sum: two threads add to a counter while a third reads and resets it. Each add must be read
// exactly once.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "reference/component/instruments.hpp"
#include "reference/engine/core/engine.hpp"

namespace {

using namespace mpit;

void require(Code code, const char* what) {
  if (code == Code::success) return;
  std::fprintf(stderr, "exact_sum: %s failed with code %d\n", what, static_cast<int>(code));
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const bool given = argc == 3 && std::strcmp(argv[1], "--adds") == 0;
  const long long adds = given ? std::atoll(argv[2]) : 10'000'000;
  if ((argc != 1 && !given) || adds < 2) {
    std::fputs("usage: exact_sum [--adds N]\n", stderr);
    return 2;
  }

  Engine engine;
  int provided = 0;
  int count = 0;
  PvarSession session{};
  PvarHandle handle{};
  require(engine.init_thread(static_cast<int>(ThreadLevel::multiple), &provided), "init_thread");
  const Counter<> counter(engine, {.name = "counter"});
  require(engine.pvar_session_create(&session), "pvar_session_create");
  require(engine.pvar_handle_alloc(session, 0, nullptr, &handle, &count), "pvar_handle_alloc");
  require(engine.pvar_start(session, handle), "pvar_start");

  std::atomic<int> adding{2};
  std::atomic<std::uint64_t> resets{0};
  const auto add = [&](long long number) {
    for (long long i = 0; i != number; ++i) {
      counter.inc();
      if (i % 65536 != 0) continue;
      // Waits for a reset, so that adds and resets alternate even on a busy machine.
      for (const std::uint64_t seen = resets; resets == seen;) std::this_thread::yield();
    }
    --adding;
  };
  std::thread first(add, adds / 2);
  std::thread second(add, adds - adds / 2);
  std::uint64_t sum = 0;
  std::uint64_t fruitful = 0;  // resets of a nonzero value
  bool last = false;
  while (!last) {
    last = adding == 0;
    unsigned long long value = 0;
    require(engine.pvar_readreset(session, handle, &value), "pvar_readreset");
    sum += value;
    ++resets;
    if (value != 0) ++fruitful;
  }
  first.join();
  second.join();
  const bool exact = sum == static_cast<std::uint64_t>(adds);
  std::printf("%lld adds, %llu found by %llu read-resets, %llu of them with something: %s\n", adds,
              static_cast<unsigned long long>(sum), static_cast<unsigned long long>(resets.load()),
              static_cast<unsigned long long>(fruitful), exact ? "exact" : "WRONG");
  return exact ? 0 : 1;
}

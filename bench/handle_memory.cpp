// SPDX-License-Identifier: BSD-3-Clause
// The memory of handles of a scalar variable. Prints lines of a name and a figure, for
// ci/campaigns/campaign limits. Memory is counted by private_kib.
#include <cstdio>
#include <vector>

#include "bench/update/engine_use.hpp"
#include "reference/component/instruments.hpp"
#include "reference/engine/core/state.hpp"
#include "reference/tests/private_memory.hpp"

namespace mpitcheck::bench {
namespace {

using mpit::Counter;
using mpit::private_kib;

constexpr int million = 1'000'000;

void alloc_and_free(Engine& engine, PvarSession session, int cycles) {
  for (int i = 0; i != cycles; ++i) {
    PvarHandle handle = new_handle(engine, session, 0);
    require(engine.pvar_handle_free(session, &handle));
  }
}

void measure_cycles() {
  RunningEngine engine;
  const Counter<> counter(engine, {.name = "counter"});
  const PvarSession session = new_session(engine);
  alloc_and_free(engine, session, 1000);
  const long before = private_kib();
  alloc_and_free(engine, session, million);
  std::printf("memory/before_cycles %ld\nmemory/after_cycles %ld\n", before, private_kib());
}

// Each handle is started after a different number of adds, and so has a different value.
void measure_live_handles() {
  RunningEngine engine;
  const Counter<> counter(engine, {.name = "counter"});
  const PvarSession session = new_session(engine);
  std::vector<PvarHandle> handles(million);
  const long before = private_kib();
  for (PvarHandle& handle : handles) {
    handle = new_handle(engine, session, 0);
    require(engine.pvar_start(session, handle));
    counter.inc();
  }
  std::printf("memory/bytes_per_live_handle %.1f\n",
              static_cast<double>(private_kib() - before) * 1024 / million);
  unsigned long long expected = million;
  long wrong = 0;
  for (const PvarHandle handle : handles) {
    unsigned long long value = 0;
    if (engine.pvar_read(session, handle, &value) != Code::success || value != expected--) ++wrong;
  }
  std::printf("memory/wrong_live_handles %ld\n", wrong);
}

}  // namespace
}  // namespace mpitcheck::bench

int main() {
  if (mpit::private_kib() < 0) return 1;
  std::printf("memory/slot_bytes %zu\n", sizeof(mpit::PvarSlot));
  mpitcheck::bench::measure_cycles();
  mpitcheck::bench::measure_live_handles();
  return 0;
}

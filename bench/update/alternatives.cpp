// SPDX-License-Identifier: BSD-3-Clause
// The cost of updates in published designs.
#include "bench/update/alternatives.hpp"

#include <mutex>
#include <string>

#include "bench/common/plain.hpp"
#include "bench/common/program.hpp"
#include "bench/update/update.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::bench {

namespace {

std::mutex cells_guard;

void accumulate_offset(benchmark::State& state) {
  static AccumulateOffsetSum sum;
  AccumulateOffsetSum::Handle handle;
  sum.start(handle);
  time_steps(state, [] {
    sum.add(1);
    benchmark::ClobberMemory();
  });
  expect_gain(state, sum.read(handle));
}

FlagAndAtomicSum attachable;
std::uint64_t attachable_before = 0;

void attach(const benchmark::State&) {
  attachable.attach(true);
  attachable_before = attachable.read();
}
void detach(const benchmark::State&) { attachable.attach(false); }

void flag_and_atomic(benchmark::State& state) {
  time_steps(state, [] {
    attachable.add(1);
    benchmark::ClobberMemory();
  });
  if (state.thread_index() == 0) expect_gain(state, attachable.read() - attachable_before);
}

void flag_alone(benchmark::State& state) {
  const std::uint64_t before = attachable.read();
  time_steps(state, [] {
    attachable.add(1);
    benchmark::ClobberMemory();
  });
  if (attachable.read() != before) state.SkipWithError("counted though nobody attached it");
}

std::uint64_t combined_before = 0;

void note_combined(const benchmark::State&) { combined_before = CombiningSum::read(); }

void combining(benchmark::State& state) {
  time_steps(state, [] {
    CombiningSum::add(1);
    benchmark::ClobberMemory();
  });
  if (state.thread_index() == 0) expect_gain(state, CombiningSum::read() - combined_before);
}

void nothing(const benchmark::State&) {}

using Around = void (*)(const benchmark::State&);

// On 1, 2 and 4 threads, with something before and after each run.
void add_on_threads(const std::string& name, const Body& body, Around before, Around after) {
  add(name, "increment", body)->Setup(before)->Teardown(after);
  add(name, "increment", body)->Threads(2)->Threads(4)->Setup(before)->Teardown(after);
}

void list_walking(benchmark::State& state, int handles) {
  constexpr std::uint64_t extreme = 1000;
  ListWalkingHighWatermark mark;
  for (int h = 0; h != handles; ++h) mark.start_handle(extreme);
  time_steps(state, [&mark] { mark.update(low_level); });
  if (!mark.all_show(extreme)) state.SkipWithError("a mark is wrong");
  mark.update(extreme + 1);
  if (!mark.all_show(extreme + 1)) state.SkipWithError("a mark did not follow");
}

}  // namespace

// Never freed: the counts of ended threads still count.
std::list<CombiningSum::Cell>& CombiningSum::cells() {
  static auto* all = new std::list<Cell>;
  return *all;
}

CombiningSum::Cell& CombiningSum::new_cell() {
  const std::lock_guard<std::mutex> lock(cells_guard);
  return cells().emplace_back();
}

std::uint64_t CombiningSum::read() {
  const std::lock_guard<std::mutex> lock(cells_guard);
  std::uint64_t sum = 0;
  for (const Cell& cell : cells()) sum += cell.value.load(std::memory_order_relaxed);
  return sum;
}

void add_alternatives() {
  add("update/counter/as_mpich", "increment", accumulate_offset);
  add("update/counter/as_open_mpi_unattached", "increment", flag_alone);
  add_on_threads("update/counter/as_open_mpi", flag_and_atomic, attach, detach);
  add_on_threads("update/counter/as_combining_adder", combining, note_combined, nothing);
  for (const char* shared : {"fetch_add_shared", "padded_shards", "mutex"}) {
    need_baseline_on_threads(shared);
  }
  need_baseline("clock_gettime");
  for (const int handles : {1, 10, 1000, 10000}) {
    add(join("scale/update_highwatermark_as_mpich_by_handles/", handles), "watermark",
        [handles](auto& state) { list_walking(state, handles); });
  }
}

}  // namespace mpitcheck::bench

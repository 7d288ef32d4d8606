// SPDX-License-Identifier: BSD-3-Clause
// Another thread and a second tool have the same view of the interface as the first caller,
// whatever the history of the process.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/general/looks.hpp"
#include "conformance/suite/grid/place.hpp"

namespace mpitcheck {
namespace {

constexpr Clause one_interface = clause::init_one_for_the_process;

void compare_in_thread(Test& t) {
  compare_looks(t, "in another thread", [](const auto& look) { Thread(look).join(); });
}

bool threads_may_call(Test& t, int granted, std::string_view by) {
  if (granted >= MPI_THREAD_SERIALIZED) return true;
  t.missing(join("MPI_THREAD_SERIALIZED or more from ", by, " (it granted ",
                 thread_level_name(granted), ")"));
  return false;
}

// --- Histories of a process

void cycle(int times) {
  int provided = 0;
  for (int i = 0; i < times; ++i) {
    call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    call::MPI_T_finalize();
  }
}

struct Life {
  std::string_view name;
  /// Leaves the interface uninitialized. Returns the thread level of MPI at that point.
  int (*live)(Lifecycle&);
  Clause rule;  // for the interface that is initialized after it
};

constexpr Life lives[] = {{"a surplus MPI_T_finalize",
                           [](Lifecycle& life) -> int {
                             life.tool_init();
                             life.tool_finalize();
                             call::MPI_T_finalize();
                             return MPI_THREAD_MULTIPLE;
                           },
                           clause::init_reinitialization},
                          {"fifty initializations",
                           [](Lifecycle&) -> int {
                             cycle(50);
                             return MPI_THREAD_MULTIPLE;
                           },
                           clause::init_reinitialization},
                          {"an epoch while MPI is up",
                           [](Lifecycle& life) -> int {
                             const int granted = life.mpi_init_thread(MPI_THREAD_MULTIPLE);
                             cycle(1);
                             return granted;
                           },
                           clause::init_reinitialization},
                          {"MPI_Finalize",
                           [](Lifecycle& life) -> int {
                             life.mpi_init();
                             life.mpi_finalize();
                             return MPI_THREAD_SINGLE;
                           },
                           clause::general_after_mpi_finalize}};

std::string numbers_text(const View& view) {
  std::string text;
  for (const SeenNumber& each : view.numbers) {
    text += join(text.empty() ? "" : ", ", each.output, " ",
                 each.code == MPI_SUCCESS ? join(each.number) : code_name(each.code));
  }
  return text;
}

// The numbers may differ from those of an earlier epoch (A6). They do not change within one.
void look_after(Test& t, const Life& life) {
  int granted = life.live(t.lifecycle());
  int provided = MPI_THREAD_SINGLE;
  if (call::MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
    return t.missing(join("an interface that comes up after ", life.name));
  }
  granted = std::min(granted, provided);
  Progress::instance().phase(join("after ", life.name));
  const Looks looks{View::now(), View::now(), "a second time"};
  t.behaviour(life.rule, join("numbers after ", life.name), numbers_text(looks.before));
  for (const SeenNumber& each : looks.before.numbers) {
    t.check(life.rule, each.function, is_code(each.code, {MPI_SUCCESS}).of(each.function));
  }
  check_same(t, life.rule, looks);
  if (granted >= MPI_THREAD_SERIALIZED) compare_in_thread(t);
  call::MPI_T_finalize();
}

}  // namespace

MPITCHECK_TEST(
    "init.view.other-thread",
    "A thread that may call the interface has the same view as the thread that initialized it.",
    cites(one_interface), needs::nothing) {
  for (const int level : thread_levels()) {
    isolated_sequence(t, one_interface, thread_level_name(level), [&] {
      if (!threads_may_call(t, t.lifecycle().tool_init(level), "MPI_T_init_thread")) return;
      Progress::instance().phase(join("before MPI_Init, ", thread_level_name(level)));
      compare_in_thread(t);
      if (!threads_may_call(t, t.lifecycle().mpi_init_thread(level), "MPI_Init_thread")) return;
      Progress::instance().phase(join("after MPI_Init, ", thread_level_name(level)));
      compare_in_thread(t);
    });
  }
}

MPITCHECK_TEST("init.view.brought-up-in-a-thread",
               "After the thread that initialized the interface has ended, other threads have the "
               "same view as it had.",
               cites(one_interface), needs::nothing) {
  isolated_sequence(t, one_interface, "MPI_T_init_thread in another thread", [&] {
    int granted = MPI_THREAD_SINGLE;
    Looks looks{{}, {}, "in a thread that did not initialize", false, false};
    Thread([&] {
      granted = t.lifecycle().tool_init(MPI_THREAD_MULTIPLE);
      looks.before = View::now();
    }).join();
    if (!threads_may_call(t, granted, "MPI_T_init_thread")) return;
    looks.there = View::now();
    check_same(t, one_interface, looks);
  });
}

MPITCHECK_TEST("init.view.second-tool",
               "A second tool that initializes the interface has the same view as the first.",
               cites(one_interface), needs::nothing) {
  isolated_sequence(t, one_interface, "a second tool", [&t] {
    t.lifecycle().tool_init();
    compare_looks(t, "by a second tool", [](Look look) {
      const CallsBy second(grid::second_tool());
      int provided = 0;
      const int code = call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
      look();
      if (code == MPI_SUCCESS) call::MPI_T_finalize();
    });
  });
}

MPITCHECK_TEST("init.again.same-view",
               "After any history of the process, the view of the interface is stable, and the "
               "same in another thread.",
               cites(clause::init_reinitialization, clause::general_after_mpi_finalize,
                     one_interface),
               needs::nothing) {
  for (const Life& life : lives) {
    isolated_sequence(t, life.rule, life.name, [&] { look_after(t, life); });
  }
}

}  // namespace mpitcheck

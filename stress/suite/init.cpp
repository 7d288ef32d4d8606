// SPDX-License-Identifier: BSD-3-Clause
// Initialization and finalization: by several threads at once while another thread keeps the
// interface initialized, and repeatedly before, during and after MPI.
#include <atomic>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "stress/control/control.hpp"
#include "stress/history/flat.hpp"
#include "stress/suite/answers.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

constexpr const char* nesting = "MPI_T_init_thread, MPI_T_cvar_get_num, MPI_T_finalize";

/// Up to three inits, looks at the lists, and as many finalizes.
void nest(Worker& worker) {
  const unsigned depth = 1 + worker.roll(3);
  int provided = 0;
  unsigned up = 0;
  for (; up < depth; ++up) {
    const int code = call::MPI_T_init_thread.unrecorded()(MPI_THREAD_MULTIPLE, &provided);
    if (!worker.did("MPI_T_init_thread", code)) break;
  }
  for (; up > 0; --up) {
    int number = 0;
    worker.did("MPI_T_cvar_get_num", call::MPI_T_cvar_get_num.unrecorded()(&number));
    worker.did("MPI_T_finalize", call::MPI_T_finalize.unrecorded()());
  }
}

RaceResult nest_in_threads(Test& t, const Control& control) {
  mpi_for_threads(t);
  const std::vector<Item> items = askable_items(t);
  const std::vector<Reply> before = ask_all(items);
  Workers workers(control);
  const Deadline deadline(control.seconds);
  team(control.threads, nesting, [&](int thread) {
    while (!deadline.over()) nest(workers[thread]);
  });
  RaceResult result = workers.result();
  if (!result.refused.empty()) return result;  // the interface may be finalized
  Reply reply;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ask(items[i], reply);
    const auto difference = before[i].difference(reply);
    if (difference) result.wrong.push_back({items[i].label(), difference->one, difference->other});
  }
  return result;
}

MPITCHECK_TEST("stress.init.nested",
               "With MPI_THREAD_MULTIPLE, threads that initialize and finalize the interface while "
               "another thread keeps it initialized always find it initialized.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  sheltered(t, clause::init_provided_governs_mpit_calls,
            "threads that initialize and finalize while one holds the interface up",
            control.seconds, [&] { return nest_in_threads(t, control); });
  tell_if_stopped(t);
}

/// Initializes, looks and finalizes. Returns the code of the first failure. CANNOT_INIT ends the
/// rounds and is allowed.
int come_and_go(int nested) {
  int code = MPI_SUCCESS;
  for (int i = 0; i <= nested && code == MPI_SUCCESS; ++i) {
    int provided = 0;
    code = call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  }
  int number = 0;
  if (code == MPI_SUCCESS) code = call::MPI_T_cvar_get_num(&number);
  for (int i = 0; i <= nested && code == MPI_SUCCESS; ++i) code = call::MPI_T_finalize();
  return code;
}

void rounds_until(Test& t, const Deadline& deadline, std::uint64_t most, std::string_view when) {
  std::uint64_t round = 0;
  const Footprint before = Footprint::now();
  for (; round < most && !deadline.over(); ++round) {
    const int code = come_and_go(static_cast<int>(round % 3));
    if (code == MPI_T_ERR_CANNOT_INIT) throw CannotGoOn("an interface that comes up again");
    if (!t.check_code(clause::init_reinitialization, join(when, ", round ", round), code,
                      {MPI_SUCCESS})) {
      return;
    }
  }
  // The library may keep memory after the last finalize.
  t.behaviour(clause::init_reinitialization, join("KiB more after rounds ", when),
              join(Footprint::now().kibibytes - before.kibibytes, " in ", round, " rounds"));
}

MPITCHECK_TEST("stress.init.again-and-again",
               "The interface can be re-initialized repeatedly, before, during and after MPI.",
               cites(clause::init_reinitialization), needs::nothing) {
  const Control control = Control::of(t);
  constexpr std::uint64_t most = 10'000;
  constexpr std::uint64_t rounds_before_mpi = 10;
  const double share = control.seconds / 6;
  t.examining(clause::init_reinitialization);
  const auto around_mpi = [&] {
    rounds_until(t, Deadline(share), rounds_before_mpi, "before MPI_Init");
    t.lifecycle().mpi_init();
    rounds_until(t, Deadline(share), most, "after MPI_Init");
    t.lifecycle().mpi_finalize();
    rounds_until(t, Deadline(share), most, "after MPI_Finalize");
  };
  const auto up_across_both_ends = [&] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    t.check_code(clause::init_reinitialization, std::string("MPI_T_finalize after MPI_Init"),
                 t.lifecycle().tool_finalize(), {MPI_SUCCESS});
    rounds_until(t, Deadline(share), most, "after MPI_Init, which came in between");
    t.lifecycle().tool_init();
    t.lifecycle().mpi_finalize();
    t.check_code(clause::init_reinitialization, std::string("MPI_T_finalize after MPI_Finalize"),
                 t.lifecycle().tool_finalize(), {MPI_SUCCESS});
    rounds_until(t, Deadline(share), most, "after MPI_Finalize, which came in between");
  };
  if (among_others(t)) return around_mpi();
  isolated_sequence(t, clause::init_reinitialization, "rounds without MPI",
                    [&] { rounds_until(t, Deadline(share), most, "before MPI_Init"); });
  isolated_sequence(t, clause::init_reinitialization, "rounds around MPI_Init and MPI_Finalize",
                    around_mpi);
  isolated_sequence(t, clause::init_reinitialization,
                    "rounds, and MPI_Init and MPI_Finalize while the interface is up",
                    up_across_both_ends);
}

RaceResult nest_beside_mpi_init(Test& t, const Control& control) {
  tool_for_threads(t);
  Workers workers(control);
  std::atomic<bool> up{false};
  // The thread that finalizes MPI also initializes it; MPI need not support another one.
  team_beside(
      workers.size(), join(nesting, " beside MPI_Init_thread"),
      [&](int thread) {
        do nest(workers[thread]);
        while (!up);
      },
      [&] {
        struct Up {
          std::atomic<bool>& up;
          ~Up() { up = true; }
        } const ended{up};
        t.lifecycle().mpi_init_thread(MPI_THREAD_MULTIPLE);
      });
  return workers.result();
}

MPITCHECK_TEST("stress.init.beside-mpi-init",
               "During MPI_Init_thread, threads may initialize and finalize the interface while "
               "another thread keeps it initialized.",
               cites(clause::init_beside_mpi_init), needs::nothing) {
  const Control control = Control::of(t);
  std::uint64_t rounds = 0;
  for (const Deadline deadline(control.seconds);
       !deadline.over() && t.outcome().offences.empty() && t.outcome().missing.empty(); ++rounds) {
    // A process each, since MPI can be initialized only once.
    sheltered(t, clause::init_beside_mpi_init,
              "threads that initialize and finalize while MPI comes up", control.seconds,
              [&] { return nest_beside_mpi_init(t, control); });
    if (among_others(t)) break;
  }
  tell_if_stopped(t);
  t.measured("rounds", std::to_string(rounds));
}

}  // namespace
}  // namespace mpitcheck::stress

// SPDX-License-Identifier: BSD-3-Clause
// The interface up and down: by several threads at once while one holds it up, and again and again
// before, during and after MPI.
#include "answers.hpp"
#include "harness/api.hpp"
#include "harness/names.hpp"
#include "harness/sequence.hpp"
#include "stress/control/control.hpp"
#include "stress/control/footprint.hpp"
#include "stress/control/surroundings.hpp"
#include "stress/traffic/actor.hpp"

namespace mpitcheck::stress {
namespace {

MPITCHECK_TEST("stress.init.nested",
               "Threads that initialize and finalize while another holds the interface up never "
               "find it down.",
               cites(clause::init_stays_up_while_unbalanced, clause::init_nested_only_counts),
               needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  const auto init = call::MPI_T_init_thread.required();
  const auto finalize = call::MPI_T_finalize.required();
  const std::vector<Item> items = all_items();
  std::vector<Answer> before;
  for (const Item& item : items) before.push_back(ask(item));
  Cast cast(control);
  t.examining(clause::init_stays_up_while_unbalanced);
  const Deadline deadline(control.seconds);
  team(control.threads, "MPI_T_init_thread, MPI_T_cvar_get_num, MPI_T_finalize", [&](int thread) {
    Actor& actor = cast[thread];
    while (!deadline.over()) {
      const unsigned depth = 1 + actor.roll(3);
      int provided = 0;
      unsigned up = 0;
      for (; up < depth; ++up) {
        if (!actor.did("MPI_T_init_thread", init(MPI_THREAD_MULTIPLE, &provided))) break;
      }
      for (; up > 0; --up) {
        int number = 0;
        actor.did("MPI_T_cvar_get_num", call::MPI_T_cvar_get_num.unrecorded()(&number));
        actor.did("MPI_T_finalize", finalize());
      }
    }
  });
  cast.judge_codes(t, clause::init_stays_up_while_unbalanced);
  for (std::size_t i = 0; i < items.size(); ++i) {
    t.check(clause::init_nested_only_counts, items[i], ask(items[i]) == before[i],
            "what it said before", "something else");
  }
}

/// Initializes, looks, finalizes; the code of what failed. CANNOT_INIT ends the rounds legally.
int come_and_go(int nested) {
  const auto init = call::MPI_T_init_thread.required();
  const auto finalize = call::MPI_T_finalize.required();
  int code = MPI_SUCCESS;
  for (int i = 0; i <= nested && code == MPI_SUCCESS; ++i) {
    int provided = 0;
    code = init(MPI_THREAD_SINGLE, &provided);
  }
  int number = 0;
  if (code == MPI_SUCCESS) code = call::MPI_T_cvar_get_num.required()(&number);
  for (int i = 0; i <= nested && code == MPI_SUCCESS; ++i) code = finalize();
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
  // Whether the last finalize gives memory back is the library's choice.
  t.behaviour(clause::init_reinitialization, join("KiB more after rounds ", when),
              join(Footprint::now().kibibytes - before.kibibytes, " in ", round, " rounds"));
}

MPITCHECK_TEST(
    "stress.init.again-and-again",
    "The interface comes up again after each time it went down, before, during and after "
    "MPI.",
    cites(clause::init_reinitialization), needs::nothing) {
  const Control control = Control::of(t);
  constexpr std::uint64_t most = 10'000;
  const double share = control.seconds / 4;
  t.examining(clause::init_reinitialization);
  isolated_sequence(t, clause::init_reinitialization, "rounds without MPI",
                    [&] { rounds_until(t, Deadline(share), most, "before MPI_Init"); });
  isolated_sequence(t, clause::init_reinitialization, "rounds around MPI_Init and MPI_Finalize",
                    [&] {
                      rounds_until(t, Deadline(share), 10, "before MPI_Init");
                      t.lifecycle().mpi_init();
                      rounds_until(t, Deadline(share), most, "after MPI_Init");
                      t.lifecycle().mpi_finalize();
                      rounds_until(t, Deadline(share), most, "after MPI_Finalize");
                    });
}

}  // namespace
}  // namespace mpitcheck::stress

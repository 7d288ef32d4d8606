// SPDX-License-Identifier: BSD-3-Clause
// Every legal order of initializing and finalizing MPI and the interface, each in a process of its
// own.
#include <array>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/baseline.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"
#include "conformance/suite/general/communication.hpp"

namespace mpitcheck {
namespace {

const Baseline plain_initialized("MPI_Initialized before MPI_Init", [] {
  int up = 0;
  MPI_Initialized(&up);
  return up == 0 ? std::string() : join("flag is ", up);
});

constexpr Clause separate_init = clause::init_separate_from_mpi_init;
constexpr Clause separate_end = clause::init_separate_from_mpi_finalize;

void tool_finalize(Test& t, Clause clause) {
  t.examining(clause);
  t.check_code(clause, "MPI_T_finalize", t.lifecycle().tool_finalize(), {MPI_SUCCESS});
}

void mpi_finalize(Test& t, Clause clause) {
  t.examining(clause);
  constexpr std::string_view function = "MPI_Finalize";
  check_beside(t, plain_finalize, clause, function,
               mpi_succeeds(function, t.lifecycle().mpi_finalize()));
}

void communicate(Test& t, Clause clause) {
  check_beside(t, plain_communication, clause, "self messages and collectives",
               is_sound(odd_communication()));
}

// Queries one entry of each list, as a tool does.
void use_tool(Test& t, Clause clause) {
  int count = 0;
  t.check_code(clause, "MPI_T_cvar_get_num", call::MPI_T_cvar_get_num(&count), {MPI_SUCCESS});
  read_cvars();
  read_pvars();
  read_categories();
}

// Initializes the interface again; true if it succeeded.
bool reinitialize(Test& t, int required = MPI_THREAD_SINGLE) {
  int provided = 0;
  const int code = call::MPI_T_init_thread(required, &provided);
  t.check_code(clause::init_reinitialization, "MPI_T_init_thread in a later epoch", code,
               {MPI_SUCCESS, MPI_T_ERR_CANNOT_INIT});
  t.behaviour(clause::init_reinitialization, "init in a later epoch", code_name(code));
  return code == MPI_SUCCESS;
}

}  // namespace

MPITCHECK_TEST("init.order.tool-outlives-mpi",
               "The order MPI_T_init_thread, MPI_Init, MPI_Finalize, MPI_T_finalize is allowed.",
               cites(separate_end), needs::nothing) {
  isolated_sequence(t, separate_end, "T_init, Init, Finalize, T_finalize", [&t] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    mpi_finalize(t, separate_end);
    tool_finalize(t, separate_end);
  });
}

MPITCHECK_TEST(
    "init.order.tool-ends-first",
    "After MPI_T_init_thread, MPI_Init, MPI_T_finalize, MPI stays initialized and communicates.",
    cites(separate_end), needs::nothing) {
  isolated_sequence(t, separate_end, "T_init, Init, T_finalize, messages, Finalize", [&t] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    tool_finalize(t, separate_end);
    communicate(t, separate_end);
    mpi_finalize(t, separate_end);
  });
}

// Several rounds on a new communicator: a library may set up shared-memory collectives only after a
// few calls.
MPITCHECK_TEST(
    "init.order.collectives-after-tool",
    "After MPI_T_init_thread, MPI_Init, MPI_T_finalize, collectives of two processes still work.",
    cites(separate_end), needs::mpi.on(2)) {
  tool_finalize(t, separate_end);
  MPI_Comm comm = MPI_COMM_NULL;
  const bool is_copied = recorded("MPI_Comm_dup(MPI_COMM_WORLD, newcomm)", [&] {
                           return MPI_Comm_dup(MPI_COMM_WORLD, &comm);
                         }) == MPI_SUCCESS;
  constexpr int rounds = 16;
  for (int i = 0; i < rounds; ++i) {
    check_beside(
        t, plain_communication, separate_end, [&] { return join("collectives in round ", i + 1); },
        is_sound(odd_collective(is_copied ? comm : MPI_COMM_WORLD)));
  }
  if (is_copied) MPI_Comm_free(&comm);
}

MPITCHECK_TEST(
    "init.order.tool-within-mpi",
    "After MPI_Init, MPI_T_init_thread, MPI_T_finalize, MPI stays initialized and communicates.",
    cites(separate_end), needs::nothing) {
  isolated_sequence(t, separate_end, "Init, T_init, T_finalize, messages, Finalize", [&t] {
    t.lifecycle().mpi_init();
    t.lifecycle().tool_init();
    use_tool(t, separate_end);
    tool_finalize(t, separate_end);
    communicate(t, separate_end);
    mpi_finalize(t, separate_end);
  });
}

MPITCHECK_TEST("init.order.mpi-ends-first",
               "The order MPI_Init, MPI_T_init_thread, MPI_Finalize, MPI_T_finalize is allowed.",
               cites(separate_end), needs::nothing) {
  isolated_sequence(t, separate_end, "Init, T_init, Finalize, T_finalize", [&t] {
    t.lifecycle().mpi_init();
    t.lifecycle().tool_init();
    mpi_finalize(t, separate_end);
    tool_finalize(t, separate_end);
  });
}

MPITCHECK_TEST(
    "init.order.epoch-before-mpi",
    "After MPI_T_init_thread, MPI_T_finalize, MPI_Init, MPI is initialized and communicates.",
    cites(separate_init), needs::nothing) {
  isolated_sequence(t, separate_init, "T_init, T_finalize, Init, messages, Finalize", [&t] {
    t.lifecycle().tool_init();
    t.lifecycle().tool_finalize();
    t.lifecycle().mpi_init();
    communicate(t, separate_init);
    mpi_finalize(t, separate_init);
  });
}

MPITCHECK_TEST("init.order.tool-alone-leaves-mpi-down",
               "MPI_T_init_thread does not initialize MPI.", cites(separate_init), needs::tool) {
  int up = 1;
  MPI_Initialized(&up);
  check_beside(t, plain_initialized, separate_init, "MPI_Initialized after MPI_T_init_thread",
               equals("flag", up, 0).of("MPI_Initialized"));
}

MPITCHECK_TEST("init.order.mpi-alone-leaves-tool-down",
               "MPI_Init does not initialize the interface, so that MPI_T_finalize is refused.",
               cites(clause::init_excess_finalize_code), needs::nothing) {
  constexpr Clause rule = clause::init_excess_finalize_code;
  isolated_sequence(t, rule, "Init, T_finalize", [&] {
    t.lifecycle().mpi_init();
    t.check(rule, "MPI_T_finalize after MPI_Init alone", fails(call::MPI_T_finalize()));
    t.lifecycle().mpi_finalize();
  });
}

MPITCHECK_TEST("init.again.without-mpi",
               "If MPI_T_init_thread and MPI_T_finalize are repeated, initialization succeeds or "
               "returns CANNOT_INIT.",
               cites(clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization, "T_init, T_finalize, T_init, use", [&t] {
    t.lifecycle().tool_init();
    t.lifecycle().tool_finalize();
    for (int epoch = 2; epoch <= 4 && reinitialize(t); ++epoch) {
      use_tool(t, clause::init_reinitialization);
      call::MPI_T_finalize();
    }
  });
}

MPITCHECK_TEST(
    "init.again.at-other-levels",
    "Re-initialization works at another thread level, and with a nested call at another level.",
    cites(clause::init_reinitialization), needs::nothing) {
  const std::array levels{MPI_THREAD_SINGLE, MPI_THREAD_MULTIPLE};
  const Condition at_other_levels{"MPI_T_init_thread", "required", "another thread level"};
  for (const int former : levels) {
    for (const int later : levels) {
      for (const int further : levels) {
        const auto what = join("epoch at ", thread_level_name(former), ", then at ",
                               thread_level_name(later), " and ", thread_level_name(further));
        const bool differ = former != later || later != further;
        t.examining(clause::init_reinitialization,
                    differ ? std::optional(at_other_levels) : std::nullopt);
        isolated_sequence(t, clause::init_reinitialization, what, [&] {
          t.lifecycle().tool_init(former);
          t.lifecycle().tool_finalize();
          if (!reinitialize(t, later)) return;
          t.lifecycle().tool_init(further);
          use_tool(t, clause::init_reinitialization);
          t.lifecycle().tool_finalize();
          call::MPI_T_finalize();
        });
      }
    }
  }
}

MPITCHECK_TEST(
    "init.again.within-mpi",
    "Re-initialization of the interface while MPI is initialized works or returns CANNOT_INIT.",
    cites(clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization, "Init, T_init, T_finalize, T_init, use",
                    [&t] {
                      t.lifecycle().mpi_init();
                      t.lifecycle().tool_init();
                      t.lifecycle().tool_finalize();
                      if (reinitialize(t)) {
                        use_tool(t, clause::init_reinitialization);
                        call::MPI_T_finalize();
                      }
                      communicate(t, clause::init_reinitialization);
                      t.lifecycle().mpi_finalize();
                    });
}

MPITCHECK_TEST("init.again.after-mpi-init",
               "If the interface was first initialized before MPI_Init, re-initialization after "
               "MPI_Init works or returns CANNOT_INIT.",
               cites(clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization, "T_init, Init, T_finalize, T_init, use",
                    [&t] {
                      t.lifecycle().tool_init();
                      t.lifecycle().mpi_init();
                      t.lifecycle().tool_finalize();
                      if (reinitialize(t)) {
                        use_tool(t, clause::init_reinitialization);
                        call::MPI_T_finalize();
                      }
                    });
}

MPITCHECK_TEST(
    "init.again.after-mpi-finalize",
    "Re-initialization of the interface after MPI_Finalize works or returns CANNOT_INIT.",
    cites(clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization,
                    "T_init, Init, T_finalize, Finalize, T_init, use", [&t] {
                      t.lifecycle().tool_init();
                      t.lifecycle().mpi_init();
                      t.lifecycle().tool_finalize();
                      t.lifecycle().mpi_finalize();
                      if (!reinitialize(t)) return;
                      use_tool(t, clause::init_reinitialization);
                      call::MPI_T_finalize();
                    });
}

MPITCHECK_TEST("init.again.after-surplus-finalize",
               "Re-initialization after a surplus MPI_T_finalize works or returns CANNOT_INIT.",
               cites(clause::init_reinitialization), needs::nothing) {
  isolated_sequence(t, clause::init_reinitialization, "T_init, T_finalize twice, T_init, use",
                    [&t] {
                      t.lifecycle().tool_init();
                      t.lifecycle().tool_finalize();
                      require_refusal("a surplus MPI_T_finalize", call::MPI_T_finalize());
                      if (!reinitialize(t)) return;
                      use_tool(t, clause::init_reinitialization);
                      call::MPI_T_finalize();
                    });
}

}  // namespace mpitcheck

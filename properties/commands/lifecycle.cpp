// SPDX-License-Identifier: BSD-3-Clause
// Initializes and finalizes the interface and MPI, makes traffic, and uses parts of MPI that
// libraries load on demand.
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/baseline.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/traffic.hpp"
#include "properties/commands/case_state.hpp"
#include "properties/commands/events.hpp"

namespace mpitcheck::properties::commands {

namespace {

constexpr int most_inits = 5;
constexpr int no_level = -4711;

int required_level(unsigned which) { return thread_levels()[static_cast<std::size_t>(which) % 4]; }

/// A call outside MPI_T, recorded if calls are.
int call_mpi(const char* text, int (*function)()) {
  return call_mode().is_recorded ? recorded(text, function) : function();
}

/// Judges a call outside MPI_T. A failure that also occurs without MPI_T is ignored.
void judge_mpi(const CaseState& state, Clause clause, std::string_view function, int code) {
  if (code != MPI_SUCCESS && !plain_finalize.oddity().empty()) return;
  state.judge.code(clause, function, code, {MPI_SUCCESS});
}

}  // namespace

bool tool_init(CaseState& state, const Command& command) {
  const bool renewed = state.inits == 0 && state.epochs > 0;
  if (state.inits == most_inits || (renewed && !state.around.renewal)) return false;
  const int required = required_level(command.a);
  int provided = no_level;
  const int code = on::MPI_T_init_thread(required, &provided);
  Codes allowed{MPI_SUCCESS};
  const bool is_refused = code == MPI_T_ERR_CANNOT_INIT && state.epochs == 0 && never_comes_up();
  if (renewed || is_refused) allowed.add(MPI_T_ERR_CANNOT_INIT);
  state.judge.code(renewed ? clause::init_reinitialization : clause::init_repeatable,
                   "MPI_T_init_thread", code, allowed);
  if (code != MPI_SUCCESS) return true;
  const bool untouched = state.inits > 0 && provided == no_level;  // A15
  if (state.inits++ == 0) ++state.epochs;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    int mirrored = 0;
    state.engines.engine(i).init_thread(level_to_engine(required), &mirrored);
  }
  if (untouched) return true;
  state.judge.output(
      clause::init_provided_value, [&] { return join("MPI_T_init_thread number ", state.inits); },
      is_thread_level("provided", provided));
  return true;
}

bool tool_finalize(CaseState& state, const Command&) {
  if (!state.around.lifecycle && state.inits <= 1) return false;
  if (state.inits == 0) {
    const int code = on::MPI_T_finalize();
    state.judge.check(
        clause::init_excess_finalize_code, "MPI_T_finalize",
        is_observed("", code != MPI_SUCCESS, "a code other than MPI_SUCCESS", "MPI_SUCCESS"));
    return true;
  }
  if (state.inits == 1) state.let_go();
  const int code = on::MPI_T_finalize();
  const Codes allowed =
      state.engines.codes([](mpit::Engine& engine, std::size_t) { return engine.finalize(); });
  // Nothing happened in between, so this is not interleaving.
  const bool up = !state.mpi_up && !state.mpi_done &&
                  state.judge.judges(clause::init_stays_up_while_unbalanced);
  state.judge.code(up ? clause::init_stays_up_while_unbalanced : clause::init_interleaving_allowed,
                   "MPI_T_finalize", code, allowed);
  --state.inits;
  return true;
}

bool mpi_init(CaseState& state, const Command&) {
  if (!(state.around.lifecycle || state.around.growing) || state.mpi_up || state.mpi_done)
    return false;
  judge_mpi(state, clause::init_separate_from_mpi_init, "MPI_Init",
            call_mpi("MPI_Init(NULL, NULL)", [] { return MPI_Init(nullptr, nullptr); }));
  state.bring_up_mpi();
  return true;
}

bool mpi_finalize(CaseState& state, const Command&) {
  if (!state.around.lifecycle || !state.mpi_up) return false;
  state.let_go();
  state.mpi_up = false;
  state.mpi_done = true;
  judge_mpi(state, clause::init_separate_from_mpi_finalize, "MPI_Finalize",
            call_mpi("MPI_Finalize()", [] { return MPI_Finalize(); }));
  return true;
}

// Needs no survey of the target.
bool still_up(CaseState& state, const Command&) {
  int count = -1;
  for (const auto* get_num :
       {&on::MPI_T_cvar_get_num, &on::MPI_T_pvar_get_num, &on::MPI_T_category_get_num}) {
    state.judge.code(clause::init_stays_up_while_unbalanced, "a query", (*get_num)(&count),
                     {MPI_SUCCESS});
  }
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  const int code = on::MPI_T_pvar_session_create(&session);
  if (is_no_room(code)) return true;
  state.judge.code(clause::init_stays_up_while_unbalanced, "MPI_T_pvar_session_create", code,
                   {MPI_SUCCESS});
  state.judge.code(clause::init_stays_up_while_unbalanced, "MPI_T_pvar_session_free",
                   on::MPI_T_pvar_session_free(&session), {MPI_SUCCESS});
  return true;
}

bool load_more(CaseState& state, const Command& command) {
  if (!state.mpi_up) return false;
  use_part_of_mpi(command.a);
  return true;
}

bool traffic(CaseState& state, const Command& command) {
  if (!state.mpi_up) return false;
  self_traffic(1 + command.a % 4, 1 + command.b % 2000);
  check_events(state);
  return true;
}

}  // namespace mpitcheck::properties::commands

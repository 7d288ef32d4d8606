// SPDX-License-Identifier: BSD-3-Clause
// The state of a case: objects, witnesses, and cleaning up.
#include "properties/commands/case_state.hpp"

#include "properties/commands/events.hpp"
#include "properties/commands/handles.hpp"

namespace mpitcheck::properties {

CaseState::CaseState(const Survey& survey_of, MirrorEngines& mirrors_of, const Judge& judge_of,
                     Surroundings around_it, std::uint32_t choice_seed)
    : survey(survey_of),
      engines(mirrors_of),
      judge(judge_of),
      around(around_it),
      choice(survey_of, choice_seed),
      mpi_up(around_it.mpi_up),
      first_event_slot(event_slots_used()) {
  if (around.lifecycle) inits = epochs = 0;
  if (mpi_up) bring_up_mpi();
}

CaseState::~CaseState() { give_up_witnesses(); }

void CaseState::give_up_witnesses() {
  const Aside aside;
  witnesses_.clear();
  if (witness_session_ != MPI_T_PVAR_SESSION_NULL) {
    on::MPI_T_pvar_session_free(&witness_session_);
  }
}

void CaseState::let_go() {
  clean_up();
  give_up_witnesses();
}

void CaseState::bring_up_mpi() {
  mpi_up = true;
  comms_ = {MPI_COMM_WORLD, MPI_COMM_SELF};
}

void CaseState::clean_up() {
  while (!pvars.empty()) free_handle(*this, pvars.back());
  while (!sessions.empty()) free_session(*this, sessions.back());
  while (!cvars.empty()) free_cvar_handle(*this, cvars.back());
  while (!events.empty()) free_registration(*this, events.back());
}

std::optional<void*> CaseState::object(int bind, int number) {
  if (bind == MPI_T_BIND_NO_OBJECT) return nullptr;
  if (bind != MPI_T_BIND_MPI_COMM || !mpi_up) return std::nullopt;
  return &comms_[static_cast<std::size_t>(number)];
}

OracleWitness* CaseState::witness(int place, int number) {
  const Aside aside;
  auto& found = witnesses_[{place, number}];
  if (found == nullptr) {
    if (witness_session_ == MPI_T_PVAR_SESSION_NULL) {
      no_witnesses_ =
          no_witnesses_ || on::MPI_T_pvar_session_create(&witness_session_) != MPI_SUCCESS;
    }
    if (no_witnesses_) return nullptr;
    const PvarInfo& pvar = survey.pvars[static_cast<std::size_t>(place)];
    const auto target = object(pvar.bind, number);
    found = std::make_unique<OracleWitness>(witness_session_, pvar, target.value_or(nullptr));
  }
  return found->works() ? found.get() : nullptr;
}

}  // namespace mpitcheck::properties
